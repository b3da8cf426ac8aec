import './bulk.css'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '@/contract/resource'
import { refreshQueries, includesResource } from '../../api/query-client'
import { useLanguage, joinWords } from '../../format/use-language'
import { useLabels } from '../../i18n/labels'
import { useActor } from '../../session/use-session'
import { usePlantZone } from '../../session/plant-zone'
import { Button } from '../../ui/Button'
import { ProgressIndicator } from '../../ui/ProgressIndicator'
import { Dialog } from '../../ui/Dialog'
import { StateBadge } from '../../ui/StateBadge'
import { useConfirm } from '@/client/ui/ConfirmDialog'
import type { ListRow } from '../build-columns'
import { buildTitleParts } from '../ResourceDetailView'
import { TextArea } from '../../ui/TextInput'
import {
  getExclusionReason,
  isRemovalAction,
  type ExclusionReason,
  type BulkAction,
  type GetBulkWarning,
} from './bulk-actions'
import { GeneratedSecretsTable } from './GeneratedSecretsTable'
import { runRowCalls, buildRowCalls, type RowCall, type RowOutcome } from './run-row-calls'

interface BulkDialogProps {
  resource: Resource
  action: BulkAction
  rows: readonly ListRow[]
  /** Display names of referenced rows, by id. */
  refs: Readonly<Record<string, string>>
  getBulkWarning?: GetBulkWarning | undefined
  onClose: () => void
  /** Called when the dialog closes, if every row was either done or refused. */
  onDone: () => void
}
/** Confirms an action on several rows, runs it row by row, and displays the outcome of each. */
export default function BulkDialog({ resource, action, rows, refs, getBulkWarning, onClose, onDone }: BulkDialogProps) {
  const { t } = useTranslation('client')
  const labels = useLabels(resource.area)
  const zone = usePlantZone()
  const language = useLanguage()
  const person = useActor()
  const client = useQueryClient()
  // Evaluated once: the rows change while the action runs.
  const [evaluatedRows] = useState(() =>
    rows.map((row) => {
      const exclusionReason = getExclusionReason(action, row, person)
      return {
        row,
        exclusionReason,
        warning: exclusionReason === null ? (getBulkWarning?.(action, row) ?? null) : null,
      }
    }),
  )
  const allowedRows = useMemo(
    () => evaluatedRows.flatMap(({ row, exclusionReason }) => (exclusionReason === null ? [row] : [])),
    [evaluatedRows],
  )
  const warnedRows = evaluatedRows.filter(({ warning }) => warning !== null).map(({ row }) => row)
  const [sharedInput, setSharedInput] = useState('')
  const [rowCalls, setRowCalls] = useState<RowCall[] | null>(null)
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, RowOutcome>>(new Map())
  const [busy, setBusy] = useState(false)
  const controllerRef = useRef(new AbortController())
  const [copiedCount, setCopiedCount] = useState(0)
  const [ask, dialog] = useConfirm()

  const actionLabel = isRemovalAction(action) ? t('resource.delete') : labels.action(action.endpoint)
  const getRowName = (row: ListRow) => buildTitleParts(resource, row, refs, labels, zone).join(' · ')
  const unansweredCalls = (rowCalls ?? []).filter(
    ({ row }) => (outcomes.get(row.id)?.kind ?? 'unanswered') === 'unanswered',
  )
  const successfulCalls = (rowCalls ?? []).filter(({ row }) => outcomes.get(row.id)?.kind === 'done')
  async function runCalls(calls: readonly RowCall[]) {
    controllerRef.current = new AbortController()
    setBusy(true)
    const setOutcome = (id: string, outcome: RowOutcome) => setOutcomes((current) => new Map(current).set(id, outcome))
    await runRowCalls(action.endpoint, calls, setOutcome, controllerRef.current.signal)
    setBusy(false)
    refreshQueries(client, (key) => includesResource(key, [resource.name]))
  }
  const startAction = (chosenRows: readonly ListRow[]) => {
    const newCalls = buildRowCalls(action, chosenRows, sharedInput.trim())
    setRowCalls(newCalls)
    void runCalls(newCalls)
  }
  /** The secrets are displayed only once. Unless all were copied, asks the person to confirm before closing. */
  const confirmClose = async () =>
    !action.secretField ||
    successfulCalls.length <= copiedCount ||
    ask({
      objectName: joinWords(
        successfulCalls.map(({ row }) => getRowName(row)),
        language,
      ),
      question: t('bulk.notCopied'),
      confirmLabel: t('bulk.haveThem'),
    })
  const close = async () => {
    if (!(await confirmClose())) return
    controllerRef.current.abort()
    if (rowCalls && unansweredCalls.length === 0) onDone()
    onClose()
  }
  const isInputMissing = action.sharedInput?.field.required === true && sharedInput.trim() === ''
  return (
    <Dialog
      open
      onClose={() => void close()}
      title={t('bulk.title', { action: actionLabel, count: allowedRows.length })}
      requiresAnswer
    >
      <div className="bulk stack gap-4">
        {action.sharedInput && !rowCalls && (
          <SharedInputField resource={resource} action={action} value={sharedInput} onChange={setSharedInput} />
        )}
        {!rowCalls && warnedRows.length > 0 && (
          <p className="ui-card is-warned" role="status">
            {t('bulk.warned', { count: warnedRows.length, names: joinWords(warnedRows.map(getRowName), language) })}
          </p>
        )}
        {busy && (
          <ProgressIndicator
            label={actionLabel}
            done={outcomes.size}
            total={rowCalls?.length ?? 0}
            onCancel={() => controllerRef.current.abort()}
          />
        )}
        {/* The text warns that the old secrets stop working at once. */}
        {action.secretField && !rowCalls && <p>{t('bulk.giveSure')}</p>}
        {action.secretField && (
          <GeneratedSecretsTable
            resource={resource}
            secretField={action.secretField}
            rowCalls={successfulCalls}
            getRowName={getRowName}
            onCopied={() => setCopiedCount(successfulCalls.length)}
          />
        )}
        <ul>
          {evaluatedRows.map(({ row, exclusionReason, warning }) => (
            <li key={row.id}>
              <span>{getRowName(row)}</span>
              {warning !== null && !outcomes.has(row.id) && <StateBadge tone="warn">{warning}</StateBadge>}
              <OutcomeBadge
                exclusionReason={exclusionReason}
                outcome={outcomes.get(row.id)}
                hasEnded={rowCalls !== null && !busy}
              />
            </li>
          ))}
        </ul>
        <div className="ui-actions">
          <Button onClick={() => void close()}>{rowCalls && !busy ? t('ui.close') : t('ui.cancel')}</Button>
          {!rowCalls && warnedRows.length > 0 && warnedRows.length < allowedRows.length && (
            <Button
              disabled={isInputMissing}
              onClick={() => startAction(allowedRows.filter((row) => !warnedRows.includes(row)))}
            >
              {t('bulk.without', { action: actionLabel, count: allowedRows.length - warnedRows.length })}
            </Button>
          )}
          {!rowCalls && (
            <Button
              look={isRemovalAction(action) ? 'danger' : 'primary'}
              disabled={isInputMissing}
              onClick={() => startAction(allowedRows)}
            >
              {/* The text for warned rows: run the action on all rows nevertheless. */}
              {warnedRows.length > 0
                ? t('bulk.allTheSame', { action: actionLabel, count: allowedRows.length })
                : `${actionLabel} (${allowedRows.length})`}
            </Button>
          )}
          {rowCalls && !busy && unansweredCalls.length > 0 && (
            <Button look="primary" onClick={() => void runCalls(unansweredCalls)}>
              {t('bulk.again', { count: unansweredCalls.length })}
            </Button>
          )}
        </div>
      </div>
      {dialog}
    </Dialog>
  )
}

/** The one input shared by all rows. */
function SharedInputField({
  resource,
  action,
  value,
  onChange,
}: {
  resource: Resource
  action: BulkAction
  value: string
  onChange: (value: string) => void
}) {
  const labels = useLabels(resource.area)
  const id = useId()
  const field = action.sharedInput?.field
  if (!action.sharedInput || !field) return null
  const max = 'max' in field ? field.max : undefined
  return (
    <label htmlFor={id}>
      <span>{labels.field({ area: resource.area, owner: resource.name }, action.sharedInput.name)}</span>
      <TextArea id={id} rows={2} {...(max ? { maxLength: max } : {})} value={value} onChange={onChange} />
    </label>
  )
}

/** The outcome of a row, or why it was skipped. */
function OutcomeBadge({
  exclusionReason,
  outcome,
  hasEnded,
}: {
  exclusionReason: ExclusionReason | null
  outcome: RowOutcome | undefined
  hasEnded: boolean
}) {
  const { t } = useTranslation('client')
  if (exclusionReason) return <StateBadge tone="idle">{t(`bulk.aside.${exclusionReason}`)}</StateBadge>
  if (!outcome) return hasEnded ? <StateBadge tone="wait">{t('bulk.notTried')}</StateBadge> : null
  if (outcome.kind === 'done') return <StateBadge tone="ok">{t('bulk.done')}</StateBadge>
  return (
    <StateBadge tone={outcome.kind === 'refused' ? 'bad' : 'warn'}>
      {t(`bulk.${outcome.kind}`)}: {outcome.reason}
    </StateBadge>
  )
}
