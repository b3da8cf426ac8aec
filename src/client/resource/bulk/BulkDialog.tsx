import './bulk.css'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '@/contract/resource'
import { includesResource } from '../../api/query-keys'
import { refreshQueries } from '../../api/query-client'
import { joinWords } from '../../format/join-words'
import { useLanguage } from '../../format/use-language'
import { useLabels } from '../../i18n/labels'
import { useDoer } from '../../session/use-session'
import { usePlantZone } from '../../session/plant-zone'
import { Button } from '../../ui/Button'
import { ProgressIndicator } from '../../ui/ProgressIndicator'
import { Dialog } from '../../ui/Dialog'
import { StateBadge } from '../../ui/StateBadge'
import { useConfirm } from '../../ui/use-confirm'
import type { ListRow } from '../build-columns'
import { buildTitleParts } from '../ResourceDetailView'
import {
  getExclusionReason,
  isRemovalAction,
  type ExclusionReason,
  type BulkAction,
  type BulkWarns,
} from './bulk-actions'
import { GivenSecretsTable } from './GivenSecretsTable'
import { runErrands, buildErrands, type BulkErrand, type RowOutcome } from './run-errands'

interface BulkDialogProps {
  of: Resource
  action: BulkAction
  rows: readonly ListRow[]
  refs: Readonly<Record<string, string>>
  warns?: BulkWarns | undefined
  onClose: () => void
  /** All possible actions are done. */
  onDone: () => void
}
/** Confirms an action on several rows, runs it row by row, and displays the outcome of each. */
export default function BulkDialog({ of, action, rows, refs, warns, onClose, onDone }: BulkDialogProps) {
  const { t } = useTranslation('client')
  const labels = useLabels(of.area)
  const zone = usePlantZone()
  const language = useLanguage()
  const doer = useDoer()
  const client = useQueryClient()
  // Evaluated once: the rows change while the action runs.
  const [judgedRows] = useState(() =>
    rows.map((row) => {
      const aside = getExclusionReason(action, row, doer)
      return { row, aside, warning: aside === null ? (warns?.(action, row) ?? null) : null }
    }),
  )
  const allowedRows = useMemo(() => judgedRows.flatMap(({ row, aside }) => (aside === null ? [row] : [])), [judgedRows])
  const warnedRows = judgedRows.filter(({ warning }) => warning !== null).map(({ row }) => row)
  const [answer, setAnswer] = useState('')
  const [errands, setErrands] = useState<BulkErrand[] | null>(null)
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, RowOutcome>>(new Map())
  const [busy, setBusy] = useState(false)
  const controllerRef = useRef(new AbortController())
  const [copiedCount, setCopiedCount] = useState(0)
  const [ask, dialog] = useConfirm()

  const word = isRemovalAction(action) ? t('resource.delete') : labels.action(action.endpoint)
  const getRowName = (row: ListRow) => buildTitleParts(of, row, refs, labels, zone).join(' · ')
  const unansweredErrands = (errands ?? []).filter(
    ({ row }) => (outcomes.get(row.id)?.is ?? 'unanswered') === 'unanswered',
  )
  const finishedErrands = (errands ?? []).filter(({ row }) => outcomes.get(row.id)?.is === 'done')
  async function run(selection: readonly BulkErrand[]) {
    controllerRef.current = new AbortController()
    setBusy(true)
    const put = (id: string, outcome: RowOutcome) => setOutcomes((now) => new Map(now).set(id, outcome))
    await runErrands(action.endpoint, selection, put, controllerRef.current.signal)
    setBusy(false)
    refreshQueries(client, (key) => includesResource(key, [of.name]))
  }
  const begin = (selection: readonly ListRow[]) => {
    const newErrands = buildErrands(action, selection, answer.trim())
    setErrands(newErrands)
    void run(newErrands)
  }
  /** Asks before secrets displayed only once are lost: they must be copied, or the person confirms having them. */
  const confirmClose = async () =>
    !action.secretField ||
    finishedErrands.length <= copiedCount ||
    ask({
      thing: joinWords(
        finishedErrands.map(({ row }) => getRowName(row)),
        language,
      ),
      sentence: t('bulk.notCopied'),
      confirmLabel: t('bulk.haveThem'),
    })
  const close = async () => {
    if (!(await confirmClose())) return
    controllerRef.current.abort()
    if (errands && unansweredErrands.length === 0) onDone()
    onClose()
  }
  const missing = action.asks?.field.required === true && answer.trim() === ''
  return (
    <Dialog
      open
      onClose={() => void close()}
      title={t('bulk.title', { action: word, count: allowedRows.length })}
      requiresAnswer
    >
      <div className="bulk">
        {action.asks && !errands && <SharedInputField of={of} action={action} value={answer} onChange={setAnswer} />}
        {!errands && warnedRows.length > 0 && (
          <p className="ui-card is-warned" role="status">
            {t('bulk.warned', { count: warnedRows.length, names: joinWords(warnedRows.map(getRowName), language) })}
          </p>
        )}
        {busy && (
          <ProgressIndicator
            label={word}
            done={outcomes.size}
            total={errands?.length ?? 0}
            onCancel={() => controllerRef.current.abort()}
          />
        )}
        {action.secretField && !errands && <p>{t('bulk.giveSure')}</p>}
        {action.secretField && (
          <GivenSecretsTable
            of={of}
            name={action.secretField}
            errands={finishedErrands}
            getRowName={getRowName}
            onCopied={() => setCopiedCount(finishedErrands.length)}
          />
        )}
        <ul>
          {judgedRows.map(({ row, aside, warning }) => (
            <li key={row.id}>
              <span>{getRowName(row)}</span>
              {warning !== null && !outcomes.has(row.id) && <StateBadge tone="warn">{warning}</StateBadge>}
              <OutcomeBadge aside={aside} outcome={outcomes.get(row.id)} begun={errands !== null && !busy} />
            </li>
          ))}
        </ul>
        <div className="ui-actions">
          <Button onClick={() => void close()}>{errands && !busy ? t('ui.close') : t('ui.cancel')}</Button>
          {!errands && warnedRows.length > 0 && warnedRows.length < allowedRows.length && (
            <Button disabled={missing} onClick={() => begin(allowedRows.filter((row) => !warnedRows.includes(row)))}>
              {t('bulk.without', { action: word, count: allowedRows.length - warnedRows.length })}
            </Button>
          )}
          {!errands && (
            <Button
              look={isRemovalAction(action) ? 'danger' : 'primary'}
              disabled={missing}
              onClick={() => begin(allowedRows)}
            >
              {warnedRows.length > 0
                ? t('bulk.allTheSame', { action: word, count: allowedRows.length })
                : `${word} (${allowedRows.length})`}
            </Button>
          )}
          {errands && !busy && unansweredErrands.length > 0 && (
            <Button look="primary" onClick={() => void run(unansweredErrands)}>
              {t('bulk.again', { count: unansweredErrands.length })}
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
  of,
  action,
  value,
  onChange,
}: {
  of: Resource
  action: BulkAction
  value: string
  onChange: (value: string) => void
}) {
  const labels = useLabels(of.area)
  const id = useId()
  const field = action.asks?.field
  if (!action.asks || !field) return null
  const max = 'max' in field ? field.max : undefined
  return (
    <label htmlFor={id}>
      <span>{labels.field({ area: of.area, owner: of.name }, action.asks.name)}</span>
      <textarea
        id={id}
        className="ui-input"
        rows={2}
        {...(max ? { maxLength: max } : {})}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}

/** The outcome of a row, or why it was skipped. */
function OutcomeBadge({
  aside,
  outcome,
  begun,
}: {
  aside: ExclusionReason | null
  outcome: RowOutcome | undefined
  begun: boolean
}) {
  const { t } = useTranslation('client')
  if (aside) return <StateBadge tone="idle">{t(`bulk.aside.${aside}`)}</StateBadge>
  if (!outcome) return begun ? <StateBadge tone="wait">{t('bulk.notTried')}</StateBadge> : null
  if (outcome.is === 'done') return <StateBadge tone="ok">{t('bulk.done')}</StateBadge>
  return (
    <StateBadge tone={outcome.is === 'refused' ? 'bad' : 'warn'}>
      {t(`bulk.${outcome.is}`)}: {outcome.why}
    </StateBadge>
  )
}
