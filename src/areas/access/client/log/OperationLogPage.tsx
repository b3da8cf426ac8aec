import { createStateCell } from '@/client/resource/ResourceStateBadge'
import '../access.css'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListRow } from '@/client/resource/build-columns'
import { CustomFiltersContext, type CustomFilter } from '@/client/resource/custom-filters'
import { ResourcePage, type PageParts } from '@/client/resource/ResourcePage'
import { Tabs } from '@/client/ui/Tabs'
import { useParams } from '@/client/use-params'
import { humanChannels, operationLog } from '../../contract/log'
import { actionTones } from '../tones'
import { EntryPanel } from './EntryPanel'
import { NamedFilter } from './NamedFilter'
import { useAuditNames } from './audit-names'

const columns = ['rowTitle', 'action', 'resource', 'at', 'userName', 'operation', 'via', 'address'] as const
/** Titles entries by the affected row; the operation is another column. */
const entryResource = { ...operationLog, title: ['rowTitle', 'resource'] }
const actionCell = createStateCell(operationLog, 'action', actionTones)

/** Tabs by originator. Jobs have a tab of their own, because they write far more entries than people. */
const DOER_FILTERS = {
  people: { via: humanChannels.join(',') },
  jobs: { via: 'job' },
  all: undefined,
} as const
const doerKeys = Object.keys(DOER_FILTERS) as (keyof typeof DOER_FILTERS)[]

/**
 * The audit trail: every change with the row before and after, by time, person, resource and action. Shows changes by
 * people by default.
 */
export default function OperationLogPage() {
  const { t } = useTranslation('access')
  const auditNames = useAuditNames()
  const [params, setParams] = useParams()
  // The history of a single row includes changes by jobs.
  const defaultDoer = params.has('rowId') || params.has('via') ? 'all' : 'people'
  const doer = doerKeys.find((one) => one === params.get('by')) ?? defaultDoer
  const cells = useMemo(
    () => ({
      action: actionCell,
      rowTitle: (row: ListRow) => <span>{auditNames.getEntryTitle(row) || '–'}</span>,
      resource: (row: ListRow) => (
        <span>{row['resource'] ? auditNames.getResourceName(String(row['resource'])) : '–'}</span>
      ),
      operation: (row: ListRow) => <span>{auditNames.getOperationName(String(row['operation']))}</span>,
    }),
    [auditNames],
  )
  const parts: PageParts = {
    above: (
      <Tabs
        label={t('pages.operationLog.by')}
        chosen={doer}
        onChoose={(by) =>
          setParams({ by: by === 'people' && defaultDoer === 'people' ? null : by, via: null, id: null })
        }
        tabs={doerKeys.map((key) => ({ key, word: t(`pages.operationLog.doer.${key}`) }))}
      />
    ),
    detail: (open) => <EntryPanel key={open.row.id} open={open} auditNames={auditNames} />,
  }
  const customFilters = useMemo(
    (): Record<string, CustomFilter> => ({
      resource: {
        Filter: (props) => <NamedFilter {...props} options={auditNames.listResourceOptions()} />,
        word: auditNames.getResourceName,
      },
      via: { Filter: null, word: (via) => t(`operationLog.options.via.${via}`) },
      rowId: { Filter: null, word: (id) => id.slice(0, 8) },
    }),
    [auditNames, t],
  )
  return (
    <CustomFiltersContext.Provider value={customFilters}>
      <ResourcePage of={entryResource} columns={columns} cells={cells} fixed={DOER_FILTERS[doer]} parts={parts} />
    </CustomFiltersContext.Provider>
  )
}
