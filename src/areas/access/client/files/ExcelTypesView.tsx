import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { ListWithDetail } from '@/client/resource/ListWithDetail'
import { EmptyState } from '@/client/ui/EmptyState'
import { ForwardIcon, TableIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonList } from '@/client/ui/Skeleton'
import type { excelTypes } from '../../contract/log'
import { useParams } from '@/client/use-params'
import { ExcelTypePanel } from './ExcelTypePanel'

export type ExcelType = EndpointOutput<typeof excelTypes>[number]

/**
 * Excel types that the reader may import. The selected type appears next to the list, or in its place on small screens.
 */
export function ExcelTypesView({ types }: { types: UseQueryResult<ExcelType[]> }) {
  const { t } = useTranslation('access')
  const [params, setParams] = useParams()
  const chosenType = types.data?.find((one) => one.type === params.get('type'))
  return (
    <ListWithDetail
      open={chosenType !== undefined}
      onClose={() => setParams({ type: null })}
      panel={(onBack) => chosenType && <ExcelTypePanel key={chosenType.type} type={chosenType} onBack={onBack} />}
    >
      {() => (
        <PageFrame
          title={t('pages.files.title')}
          {...(types.data ? { sub: t('pages.files.count', { count: types.data.length }) } : {})}
        >
          <ExcelTypeList types={types} chosenType={chosenType?.type} onChoose={(type) => setParams({ type })} />
        </PageFrame>
      )}
    </ListWithDetail>
  )
}

function ExcelTypeList({
  types,
  chosenType,
  onChoose,
}: {
  types: UseQueryResult<ExcelType[]>
  chosenType: string | undefined
  onChoose: (type: string) => void
}) {
  const { t } = useTranslation('access')
  const { data, isLoading } = types
  if (isLoading) return <SkeletonList />
  if (!data) return <NotLoadedView of={types} />
  if (data.length === 0) return <EmptyState title={t('pages.files.none')} next={t('pages.files.noneNext')} />
  return (
    <ul className="ac-types">
      {data.map((excelType) => (
        <li key={excelType.type}>
          <button
            type="button"
            className="ui-card"
            aria-current={chosenType === excelType.type}
            onClick={() => onChoose(excelType.type)}
          >
            <TableIcon size={20} />
            <span>
              <b>{excelType.name}</b>
              <span className="quiet">
                {t('pages.files.columns', { count: excelType.columns.length })} ·{' '}
                {t('pages.files.required', { count: excelType.columns.filter((column) => column.required).length })}
              </span>
            </span>
            <ForwardIcon size={20} />
          </button>
        </li>
      ))}
    </ul>
  )
}
