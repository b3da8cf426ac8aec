import { createStateCell } from '@/client/resource/ResourceStateBadge'
import '../access.css'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListRow } from '@/client/resource/build-columns'
import { CustomFiltersContext, type CustomFilter } from '@/client/resource/FilterFields'
import { ResourcePage, type PageParts } from '@/client/resource/ResourcePage'
import { Tabs } from '@/client/ui/Tabs'
import { useQueryParams } from '@/client/use-query-params'
import { humanChannels, operationLog } from '../../contract/log'
import { actionTones } from '../tones'
import { EntryPanel } from './EntryPanel'
import { ChoiceFilter } from './ChoiceFilter'
import { useAuditNames } from './audit-names'

const columns = ['rowTitle', 'action', 'resource', 'at', 'userName', 'operation', 'via', 'address'] as const
/** An entry is titled by the row it affected, not by its operation, which has its own column. */
const entryResource = { ...operationLog, title: ['rowTitle', 'resource'] }
const actionCell = createStateCell(operationLog, 'action', actionTones)

/** Tabs by originator. Jobs have a tab of their own, because they write far more entries than people. */
const ORIGINATOR_FILTERS = {
  people: { via: humanChannels.join(',') },
  jobs: { via: 'job' },
  all: undefined,
} as const
const originators = Object.keys(ORIGINATOR_FILTERS) as (keyof typeof ORIGINATOR_FILTERS)[]

/**
 * The audit trail: every change with the row before and after, by time, person, resource and action. Shows changes by
 * people by default.
 */
export default function OperationLogPage() {
  const { t } = useTranslation('access')
  const auditNames = useAuditNames()
  const [params, setParams] = useQueryParams()
  // The history of a single row includes changes by jobs.
  const defaultOriginator = params.has('rowId') || params.has('via') ? 'all' : 'people'
  const originator = originators.find((candidate) => candidate === params.get('by')) ?? defaultOriginator
  const cells = useMemo(
    () => ({
      action: actionCell,
      rowTitle: (row: ListRow) => <span>{auditNames.getEntryTitle(row) || '–'}</span>,
      resource: (row: ListRow) => (
        <span>{row['resource'] ? auditNames.getResourceLabel(String(row['resource'])) : '–'}</span>
      ),
      operation: (row: ListRow) => <span>{auditNames.getOperationLabel(String(row['operation']))}</span>,
    }),
    [auditNames],
  )
  const parts: PageParts = {
    above: (
      <Tabs
        label={t('pages.operationLog.by')}
        chosen={originator}
        onChoose={(chosen) => {
          const isDefault = chosen === 'people' && defaultOriginator === 'people'
          // Clears the open entry and the channel filter, because they may not belong to the chosen tab.
          setParams({ by: isDefault ? null : chosen, via: null, id: null })
        }}
        tabs={originators.map((key) => ({ key, label: t(`pages.operationLog.doer.${key}`) }))}
      />
    ),
    detail: (openRow) => <EntryPanel key={openRow.row.id} openRow={openRow} auditNames={auditNames} />,
  }
  const customFilters = useMemo(
    (): Record<string, CustomFilter> => ({
      resource: {
        Filter: (props) => <ChoiceFilter {...props} options={auditNames.listResourceOptions()} />,
        formatValue: auditNames.getResourceLabel,
      },
      via: { Filter: null, formatValue: (via) => t(`operationLog.options.via.${via}`) },
      rowId: { Filter: null, formatValue: (id) => id.slice(0, 8) },
    }),
    [auditNames, t],
  )
  return (
    <CustomFiltersContext.Provider value={customFilters}>
      <ResourcePage
        resource={entryResource}
        columns={columns}
        cells={cells}
        fixedFilters={ORIGINATOR_FILTERS[originator]}
        parts={parts}
      />
    </CustomFiltersContext.Provider>
  )
}
