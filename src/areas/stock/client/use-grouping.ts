import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import { stockKeys, type StockKey } from '@/areas/rolls/rules/roll-stock'
import { useParams } from '@/client/use-params'
import type { stockHistory } from '../contract/stock-endpoints'

type Row = EndpointOutput<typeof stockHistory>['rows'][number]

/** Returns the dimensions to group by from the URL. */
export function useGrouping(defaultKeys: readonly StockKey[]): {
  by: StockKey
  second: StockKey | null
  keys: StockKey[]
} {
  const [params] = useParams()
  const readKey = (name: string): StockKey | undefined => stockKeys.find((one) => one === params.get(name))
  const by = readKey('by') ?? defaultKeys[0]!
  const requestedSecond =
    params.get('second') === 'none' ? null : (readKey('second') ?? (params.get('by') ? null : (defaultKeys[1] ?? null)))
  const second = requestedSecond === by ? null : requestedSecond
  return { by, second, keys: second ? [by, second] : [by] }
}
/** Returns a function for the label of a group in one dimension. */
export function useGroupLabel(): (row: Row, key: StockKey) => string {
  const { t } = useTranslation('stock')
  return (row, key) => {
    if (key === 'width') return row.widthMm === null ? t('none.other') : `${row.widthMm} mm`
    if (key === 'grade') return row.grade ? t(`inputOptions.grade.${row.grade}`) : t('none.other')
    if (key === 'age') return row.age ? t(`inputOptions.age.${row.age}`) : t('none.other')
    if (key === 'kind') return row.kind ? t(`inputOptions.kind.${row.kind}`) : t('none.other')
    if (key === 'place') return row.place ?? t('none.place')
    return row[key] ?? t('none.other')
  }
}
