import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import { ListWithDetail } from '@/client/resource/ListWithDetail'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { EmptyState } from '@/client/ui/EmptyState'
import { ForwardIcon, TableIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonList } from '@/client/ui/Skeleton'
import type { excelTypes } from '../../contract/log'
import { useQueryParams } from '@/client/use-query-params'
import { ExcelTypePanel } from './ExcelTypePanel'

export type ExcelType = EndpointOutput<typeof excelTypes>[number]

/**
 * Excel types that the reader may import. The selected type appears next to the list, or in its place on small screens.
 */
export function ExcelTypesView({ tabs, typesQuery }: { tabs: ReactNode; typesQuery: UseQueryResult<ExcelType[]> }) {
  const { t } = useTranslation(['access', 'contract'])
  const [params, setParams] = useQueryParams()
  const chosenExcelType = typesQuery.data?.find((excelType) => excelType.type === params.get('type'))
  return (
    <ListWithDetail
      open={chosenExcelType !== undefined}
      onClose={() => setParams({ type: null })}
      panel={(onBack) =>
        chosenExcelType && <ExcelTypePanel key={chosenExcelType.type} excelType={chosenExcelType} onBack={onBack} />
      }
    >
      {() => (
        <PageFrame
          title={t('contract:menu.files')}
          {...(typesQuery.data ? { subtitle: t('pages.files.count', { count: typesQuery.data.length }) } : {})}
        >
          {tabs}
          <ExcelTypeList
            typesQuery={typesQuery}
            chosenType={chosenExcelType?.type}
            onChoose={(type) => setParams({ type })}
          />
        </PageFrame>
      )}
    </ListWithDetail>
  )
}

function ExcelTypeList({
  typesQuery,
  chosenType,
  onChoose,
}: {
  typesQuery: UseQueryResult<ExcelType[]>
  /** `type` of the chosen Excel type, which is a resource name. */
  chosenType: string | undefined
  onChoose: (type: string) => void
}) {
  const { t } = useTranslation('access')
  return (
    <QueryBoundary query={typesQuery} skeleton={<SkeletonList />}>
      {(types) =>
        types.length === 0 ? (
          <EmptyState title={t('pages.files.none')} advice={t('pages.files.noneNext')} />
        ) : (
          <ul className="access-types ui-columns">
            {types.map((excelType) => (
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
                      {t('pages.files.required', {
                        count: excelType.columns.filter((column) => column.required).length,
                      })}
                    </span>
                  </span>
                  <ForwardIcon size={20} />
                </button>
              </li>
            ))}
          </ul>
        )
      }
    </QueryBoundary>
  )
}
