import { stateCell } from '@/client/resource/StateOf'
import '../access.css'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyRow } from '@/client/resource/columns'
import { OwnFiltersContext, type OwnFilter } from '@/client/resource/own-filters'
import { ResourcePage, type PageParts } from '@/client/resource/ResourcePage'
import { Tabs } from '@/client/ui/Tabs'
import { useParams } from '@/client/use-params'
import { byPeople, operationLog } from '../../contract/log'
import { actionTones } from '../tones'
import { EntryPanel } from './EntryPanel'
import { NamedFilter } from './NamedFilter'
import { useThings } from './things'

const columns = ['rowTitle', 'action', 'resource', 'at', 'userName', 'operation', 'via', 'address'] as const
/** Titles entries by the affected row; the operation is another column. */
const entries = { ...operationLog, title: ['rowTitle', 'resource'] }
const action = stateCell(operationLog, 'action', actionTones)

/** Tabs by originator. Jobs have a tab of their own, because they write far more entries than people. */
const DOERS = {
  people: { via: byPeople.join(',') },
  jobs: { via: 'job' },
  all: undefined,
} as const
const doers = Object.keys(DOERS) as (keyof typeof DOERS)[]

/**
 * The audit trail: every change with the row before and after, by time, person, resource and action. Shows changes by
 * people by default.
 */
export default function OperationLogPage() {
  const { t } = useTranslation('access')
  const things = useThings()
  const [params, change] = useParams()
  // The history of a single row includes changes by jobs.
  const usual = params.has('rowId') || params.has('via') ? 'all' : 'people'
  const doer = doers.find((one) => one === params.get('by')) ?? usual
  const cells = useMemo(
    () => ({
      action,
      rowTitle: (row: AnyRow) => <span>{things.title(row) || '–'}</span>,
      resource: (row: AnyRow) => <span>{row['resource'] ? things.word(String(row['resource'])) : '–'}</span>,
      operation: (row: AnyRow) => <span>{things.operation(String(row['operation']))}</span>,
    }),
    [things],
  )
  const parts: PageParts = {
    above: (
      <Tabs
        label={t('pages.operationLog.by')}
        chosen={doer}
        onChoose={(by) => change({ by: by === 'people' && usual === 'people' ? null : by, via: null, id: null })}
        tabs={doers.map((key) => ({ key, word: t(`pages.operationLog.doer.${key}`) }))}
      />
    ),
    detail: (open) => <EntryPanel key={open.row.id} open={open} things={things} />,
  }
  const own = useMemo(
    (): Record<string, OwnFilter> => ({
      resource: { Filter: (props) => <NamedFilter {...props} options={things.all()} />, word: things.word },
      via: { Filter: null, word: (via) => t(`operationLog.options.via.${via}`) },
      rowId: { Filter: null, word: (id) => id.slice(0, 8) },
    }),
    [things, t],
  )
  return (
    <OwnFiltersContext.Provider value={own}>
      <ResourcePage of={entries} columns={columns} cells={cells} fixed={DOERS[doer]} parts={parts} />
    </OwnFiltersContext.Provider>
  )
}
