import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { OutOf } from '@/contract/endpoint'
import { NotLoaded } from '@/client/resource/NotLoaded'
import { Beside } from '@/client/resource/Beside'
import { EmptyState } from '@/client/ui/EmptyState'
import { ForwardIcon, TableIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonList } from '@/client/ui/Skeleton'
import type { excelTypes } from '../../contract/log'
import { useParams } from '@/client/use-params'
import { TypePanel } from './TypePanel'

export type ExcelType = OutOf<typeof excelTypes>[number]

/**
 * Excel types that the reader may import. The selected type appears next to the list, or in its place on small screens.
 */
export function TypesView({ types }: { types: UseQueryResult<ExcelType[]> }) {
  const { t } = useTranslation('access')
  const [params, go] = useParams()
  const chosen = types.data?.find((one) => one.type === params.get('type'))
  return (
    <Beside
      open={chosen !== undefined}
      onClose={() => go({ type: null })}
      panel={(onBack) => chosen && <TypePanel key={chosen.type} type={chosen} onBack={onBack} />}
    >
      {() => (
        <PageFrame
          title={t('pages.files.title')}
          {...(types.data ? { sub: t('pages.files.count', { count: types.data.length }) } : {})}
        >
          <List types={types} chosen={chosen?.type} onChoose={(type) => go({ type })} />
        </PageFrame>
      )}
    </Beside>
  )
}

function List({
  types,
  chosen,
  onChoose,
}: {
  types: UseQueryResult<ExcelType[]>
  chosen: string | undefined
  onChoose: (type: string) => void
}) {
  const { t } = useTranslation('access')
  const { data, isLoading } = types
  if (isLoading) return <SkeletonList />
  if (!data) return <NotLoaded of={types} />
  if (data.length === 0) return <EmptyState title={t('pages.files.none')} next={t('pages.files.noneNext')} />
  return (
    <ul className="ac-types">
      {data.map((one) => (
        <li key={one.type}>
          <button
            type="button"
            className="ui-card"
            aria-current={chosen === one.type}
            onClick={() => onChoose(one.type)}
          >
            <TableIcon size={20} />
            <span>
              <b>{one.name}</b>
              <span className="quiet">
                {t('pages.files.columns', { count: one.columns.length })} ·{' '}
                {t('pages.files.required', { count: one.columns.filter((column) => column.required).length })}
              </span>
            </span>
            <ForwardIcon size={20} />
          </button>
        </li>
      ))}
    </ul>
  )
}
