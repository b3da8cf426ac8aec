import './bulk.css'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '@/contract/resource'
import { shows } from '../../api/keys'
import { renew } from '../../api/query-client'
import { joined } from '../../format/list'
import { useLanguage } from '../../format/use-language'
import { useLabels } from '../../i18n/labels'
import { useDoer } from '../../session/use-session'
import { usePlantZone } from '../../session/zone'
import { Button } from '../../ui/Button'
import { Progress } from '../../ui/Progress'
import { Sheet } from '../../ui/Sheet'
import { State } from '../../ui/State'
import { useConfirm } from '../../ui/use-confirm'
import type { AnyRow } from '../columns'
import { titleParts } from '../ResourceDetail'
import { asideOf, removes, type Aside, type BulkAction, type BulkWarns } from './bulk-actions'
import { Given } from './Given'
import { doEach, errandsOf, type Errand, type Outcome } from './do-each'

interface BulkSheetProps {
  of: Resource
  action: BulkAction
  rows: readonly AnyRow[]
  refs: Readonly<Record<string, string>>
  warns?: BulkWarns | undefined
  onClose: () => void
  /** All possible actions are done. */
  onDone: () => void
}
/** Confirms an action on several rows, runs it row by row, and displays the outcome of each. */
export default function BulkSheet({ of, action, rows, refs, warns, onClose, onDone }: BulkSheetProps) {
  const { t } = useTranslation('client')
  const labels = useLabels(of.area)
  const zone = usePlantZone()
  const language = useLanguage()
  const doer = useDoer()
  const client = useQueryClient()
  // Evaluated once: the rows change while the action runs.
  const [judged] = useState(() =>
    rows.map((row) => {
      const aside = asideOf(action, row, doer)
      return { row, aside, warning: aside === null ? (warns?.(action, row) ?? null) : null }
    }),
  )
  const open = useMemo(() => judged.flatMap(({ row, aside }) => (aside === null ? [row] : [])), [judged])
  const warned = judged.filter(({ warning }) => warning !== null).map(({ row }) => row)
  const [answer, setAnswer] = useState('')
  const [errands, setErrands] = useState<Errand[] | null>(null)
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [busy, setBusy] = useState(false)
  const stop = useRef(new AbortController())
  const [copied, setCopied] = useState(0)
  const [ask, dialog] = useConfirm()

  const word = removes(action) ? t('resource.delete') : labels.action(action.endpoint)
  const nameOf = (row: AnyRow) => titleParts(of, row, refs, labels, zone).join(' · ')
  const left = (errands ?? []).filter(({ row }) => (outcomes.get(row.id)?.is ?? 'unanswered') === 'unanswered')
  const given = (errands ?? []).filter(({ row }) => outcomes.get(row.id)?.is === 'done')
  async function run(wanted: readonly Errand[]) {
    stop.current = new AbortController()
    setBusy(true)
    const put = (id: string, outcome: Outcome) => setOutcomes((now) => new Map(now).set(id, outcome))
    await doEach(action.endpoint, wanted, put, stop.current.signal)
    setBusy(false)
    renew(client, (key) => shows(key, [of.name]))
  }
  const begin = (wanted: readonly AnyRow[]) => {
    const made = errandsOf(action, wanted, answer.trim())
    setErrands(made)
    void run(made)
  }
  /** Asks before secrets displayed only once are lost: they must be copied, or the person confirms having them. */
  const mayGo = async () =>
    !action.gives ||
    given.length <= copied ||
    ask({
      thing: joined(
        given.map(({ row }) => nameOf(row)),
        language,
      ),
      sentence: t('bulk.notCopied'),
      action: t('bulk.haveThem'),
    })
  const close = async () => {
    if (!(await mayGo())) return
    stop.current.abort()
    if (errands && left.length === 0) onDone()
    onClose()
  }
  const missing = action.asks?.field.required === true && answer.trim() === ''
  return (
    <Sheet open onClose={() => void close()} title={t('bulk.title', { action: word, count: open.length })} alert>
      <div className="bulk">
        {action.asks && !errands && <Asked of={of} action={action} value={answer} onChange={setAnswer} />}
        {!errands && warned.length > 0 && (
          <p className="ui-card is-warned" role="status">
            {t('bulk.warned', { count: warned.length, names: joined(warned.map(nameOf), language) })}
          </p>
        )}
        {busy && (
          <Progress
            label={word}
            done={outcomes.size}
            total={errands?.length ?? 0}
            onCancel={() => stop.current.abort()}
          />
        )}
        {action.gives && !errands && <p>{t('bulk.giveSure')}</p>}
        {action.gives && (
          <Given of={of} name={action.gives} errands={given} nameOf={nameOf} onCopied={() => setCopied(given.length)} />
        )}
        <ul>
          {judged.map(({ row, aside, warning }) => (
            <li key={row.id}>
              <span>{nameOf(row)}</span>
              {warning !== null && !outcomes.has(row.id) && <State tone="warn">{warning}</State>}
              <Became aside={aside} outcome={outcomes.get(row.id)} begun={errands !== null && !busy} />
            </li>
          ))}
        </ul>
        <div className="ui-actions">
          <Button onClick={() => void close()}>{errands && !busy ? t('ui.close') : t('ui.cancel')}</Button>
          {!errands && warned.length > 0 && warned.length < open.length && (
            <Button disabled={missing} onClick={() => begin(open.filter((row) => !warned.includes(row)))}>
              {t('bulk.without', { action: word, count: open.length - warned.length })}
            </Button>
          )}
          {!errands && (
            <Button look={removes(action) ? 'danger' : 'primary'} disabled={missing} onClick={() => begin(open)}>
              {warned.length > 0
                ? t('bulk.allTheSame', { action: word, count: open.length })
                : `${word} (${open.length})`}
            </Button>
          )}
          {errands && !busy && left.length > 0 && (
            <Button look="primary" onClick={() => void run(left)}>
              {t('bulk.again', { count: left.length })}
            </Button>
          )}
        </div>
      </div>
      {dialog}
    </Sheet>
  )
}

/** The one input shared by all rows. */
function Asked({
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
function Became({ aside, outcome, begun }: { aside: Aside | null; outcome: Outcome | undefined; begun: boolean }) {
  const { t } = useTranslation('client')
  if (aside) return <State tone="idle">{t(`bulk.aside.${aside}`)}</State>
  if (!outcome) return begun ? <State tone="wait">{t('bulk.notTried')}</State> : null
  if (outcome.is === 'done') return <State tone="ok">{t('bulk.done')}</State>
  return (
    <State tone={outcome.is === 'refused' ? 'bad' : 'warn'}>
      {t(`bulk.${outcome.is}`)}: {outcome.why}
    </State>
  )
}
