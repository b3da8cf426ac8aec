import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useList } from '@/client/api/use-list'
import { formatMoment } from '@/client/format/time'
import { useLabels } from '@/client/i18n/labels'
import { useNames } from '@/client/fields/options'
import { buildRowAddress } from '@/client/shell/row-address'
import { CommandDialog } from '@/client/resource/CommandDialog'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { useCanCall } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { findAreaOfOperation, getAreas } from '@/client/area-registry'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { SkeletonDetail, SkeletonTable } from '@/client/ui/Skeleton'
import { decideLateItem, lateDecisions, lateItem } from '../contract/closing'

const UnsentContent = lazy(() => import('@/client/shell/UnsentContent'))
/** Lists the areas whose texts may contain the label of an operation: the operation's own area if known, else all. */
const listLabelAreas = (operation: string): readonly string[] => {
  const area = findAreaOfOperation(operation)
  return (area ? [area] : getAreas()).map(({ name }) => name)
}
/** Returns the text keys that the label of an operation may have. The texts of its area have at least one of them. */
const getLabelKeys = (operation: string): readonly string[] => [
  `actions.${operation.replaceAll('.', '_')}`,
  `${operation.split('.')[0]}.name`,
]
type Decision = (typeof lateDecisions)[number]
/** Lists refused writes to closed months, with buttons for deciding on the waiting ones. */
export function LateItemList() {
  const { t, i18n } = useTranslation('monthClosing')
  const zone = usePlantZone()
  const list = useList(lateItem, { size: 100 })
  const labels = useLabels(...list.rows.flatMap(({ operation }) => (operation ? listLabelAreas(operation) : [])))
  const canDecide = useCanCall(decideLateItem)
  const [pendingDecision, setPendingDecision] = useState<{ id: string; decision: Decision } | null>(null)
  if (list.isLoading) return <SkeletonTable columns={4} />
  if (list.error && list.rows.length === 0) return <NotLoadedView query={list} />
  if (list.rows.length === 0) return <EmptyState title={t('pages.late.none')} advice={t('pages.late.noneNext')} />
  const getOperationLabel = (operation: string | null) => {
    if (!operation) return null
    const area = listLabelAreas(operation).find((name) =>
      getLabelKeys(operation).some((key) => i18n.exists(`${name}:${key}`)),
    )
    return area ? labels.action({ area, name: operation }) : operation
  }
  return (
    <>
      <ul className="month-closing-list stack">
        {list.rows.map((row) => (
          <li key={row.id} className={`month-closing-item${row.state === 'waiting' ? ' is-open' : ''}`}>
            <span>
              {t(`lateItem.options.state.${row.state}`)} · {row.day} · {getOperationLabel(row.operation)} ·{' '}
              {row.userId && list.refs[row.userId]} {row.triedAt && formatMoment(row.triedAt, zone)}
              {row.decidedBy && ` → ${list.refs[row.decidedBy] ?? ''}: ${row.reason ?? ''}`}
              <LateItemSubject operation={row.operation} resource={row.resource} body={row.body} />
              {row.operation && row.body && (
                <SentContentPanel id={row.id} operation={row.operation} resource={row.resource} body={row.body} />
              )}
            </span>
            {canDecide && row.state === 'waiting' && (
              <span className="cluster">
                {lateDecisions.map((decision) => (
                  <Button key={decision} onClick={() => setPendingDecision({ id: row.id, decision })}>
                    {t(`inputOptions.decision.${decision}`)}
                  </Button>
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
      {pendingDecision && (
        <CommandDialog
          command={decideLateItem}
          row={{ id: pendingDecision.id }}
          label={t(`inputOptions.decision.${pendingDecision.decision}`)}
          values={{ decision: pendingDecision.decision }}
          isDangerous={pendingDecision.decision === 'discard'}
          onClose={() => setPendingDecision(null)}
        />
      )}
    </>
  )
}
/** References that tell what a late write is about, most specific first. */
const SUBJECT_FIELDS = [
  ['slitRollId', 'slitRoll'],
  ['jumboRollId', 'jumboRoll'],
  ['workOrderId', 'workOrder'],
  ['lineId', 'line'],
] as const
/**
 * Displays the name of the row that a late write changes, with a link. A write that creates a row displays the roll,
 * order or line to which the new row refers.
 */
function LateItemSubject({
  operation,
  resource,
  body,
}: {
  operation: string | null
  resource: string | null
  body: string | null
}) {
  const sentBody = body ? (JSON.parse(body) as Record<string, unknown>) : {}
  const candidates: [unknown, string][] = SUBJECT_FIELDS.map(([field, name]) => [sentBody[field], name])
  if (resource && operation && !operation.endsWith('.create')) candidates.unshift([sentBody['id'], resource])
  const subject = candidates.find(([id]) => typeof id === 'string')
  return subject ? <SubjectLink id={String(subject[0])} resource={subject[1]} /> : null
}
function SubjectLink({ id, resource }: { id: string; resource: string }) {
  const names = useNames(resource, [id], NO_NAMES)
  const address = buildRowAddress(resource, { id })
  // A row that the refused write would have created has no name.
  if (!names[id]) return null
  return <span>{address ? <Link to={address}>{names[id]}</Link> : names[id]}</span>
}
const NO_NAMES = {}

/** Shows the content of a late write field by field, as a basis for the decision. */
function SentContentPanel({
  id,
  operation,
  resource,
  body,
}: {
  id: string
  operation: string
  resource: string | null
  body: string
}) {
  const { t } = useTranslation('client')
  const [isOpen, setOpen] = useState(false)
  const sentBody = JSON.parse(body) as Record<string, unknown>
  const rowId = typeof sentBody['id'] === 'string' ? sentBody['id'] : null
  const sentCommand = { id, op: operation, body: sentBody, photos: [], resource, entityId: rowId }
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('sync.details')}</summary>
      {isOpen && (
        <Suspense fallback={<SkeletonDetail fields={3} />}>
          <UnsentContent command={sentCommand} />
        </Suspense>
      )}
    </details>
  )
}
