import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createUuid7 } from '@/contract/id'
import type { Endpoint } from '@/contract/endpoint'
import { toMillis } from '@/plant/rules/plant-time'
import { useInstantCommand } from '@/client/api/use-instant-command'
import { joinWords } from '@/client/format/join-words'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { ExplainedButton } from '@/client/ui/ExplainedButton'
import { Dialog } from '@/client/ui/Dialog'
import { DownIcon } from '@/client/ui/icons'
import { doffRoll, windRoll } from '../../contract/jumbo-commands'
import { beyondLength, lengthFar, lengthOffered, lengthSlip, offSet, SAME_DOFF_MS } from '../../rules/winding'
import { NumberField } from './NumberField'
import { RollOver } from './RollOver'
import { Stepper } from './Stepper'
import type { Winder } from './use-winder'
import { massOf, type Roll } from './winder-state'

type Doff = Endpoint<Record<string, unknown>, unknown>
interface DoffProps {
  winder: Winder
  /** The roll the dialog was opened for; null for a roll that nobody had begun. */
  roll: Roll | null
  onClose: (rollId: string | null) => void
}

/** 落卷: doffs the roll the dialog was opened for. If another tablet acts on it meanwhile, a notice replaces the form. */
export function DoffSheet(props: DoffProps) {
  const { t } = useTranslation('rolls')
  const [saving, setSaving] = useState(false)
  const over = useOver(props)
  return (
    <Dialog open onClose={() => props.onClose(null)} title={t('actions.jumboRoll_doff')}>
      {over && !saving ? (
        <RollOver roll={over} refs={props.winder.refs} />
      ) : (
        <DoffForm {...props} onSaving={setSaving} />
      )}
    </Dialog>
  )
}
/**
 * Returns the roll that another person doffed, began or took back since the dialog was opened, so that nothing is left
 * to doff.
 */
function useOver({ winder, roll }: DoffProps): Roll | null {
  const [opened] = useState(() => ({ at: winder.now, rolls: new Set(winder.doffed.map(({ id }) => id)) }))
  if (roll) return roll.state === 'winding' ? null : roll
  const doffed = winder.doffed.find(
    (one) => !opened.rolls.has(one.id) && one.doffedAt && toMillis(one.doffedAt) > opened.at - SAME_DOFF_MS,
  )
  return doffed ?? winder.roll
}

/** Form for the counter length; on a turret winder the next roll begins in the same moment. */
function DoffForm({ winder, roll, onSaving, onClose }: DoffProps & { onSaving: (saving: boolean) => void }) {
  const { t } = useTranslation('rolls')
  const language = useLanguage()
  const { order, run, doffed } = winder
  const progress = roll && winder.roll?.id === roll.id ? winder.progress : null
  // Until a person enters a length, the wound metres keep growing while the dialog is open.
  const [entered, setEntered] = useState<{ metres: number | null } | null>(null)
  const wanted = progress?.target ?? order?.jumboLengthM ?? doffed[0]?.lengthM ?? null
  const lengthM = entered ? entered.metres : lengthOffered(progress, wanted)
  const [speed, setSpeed] = useState<number | null>(() => roll?.speed ?? run?.speed ?? doffed[0]?.speed ?? null)
  const [splices, setSplices] = useState(roll?.splices ?? 0)
  // Without a running order there is nothing to wind next.
  const [next, setNext] = useState(order !== null)
  const doff = useInstantCommand(doffRoll as Doff)
  const wind = useInstantCommand(windRoll as Doff)
  // The roll belongs to the order it was begun for, even if another runs by now; the next roll belongs to the running
  // one.
  const [workOrderId] = useState(roll?.workOrderId ?? order?.id)
  const kg = massOf(roll, winder.web, lengthM)
  const shown = (metres: number | null) => formatNumber(metres, { language, decimals: 0 })
  // A web may break early or run on. A length far off the counted or set length needs a confirmation, again after each
  // new entry.
  const [offSaid, setOffSaid] = useState(false)
  const set = progress?.target ?? (roll ? null : (order?.jumboLengthM ?? null))
  const counted = progress?.metres ?? null
  const asked = askedAbout(lengthM, counted, set)
  const cut = roll && lengthM ? beyondLength(roll.defects, lengthM) : []
  const judge = (metres: number | null) => {
    const about = metres === null ? null : lengthSlip(metres, order?.jumboLengthM ?? null, counted)
    if (about !== null)
      return { tone: 'bad', word: t('refusals.lengthSlip', { length: shown(metres), expected: shown(about) }) } as const
    const off = askedAbout(metres, counted, set)
    if (off)
      return {
        tone: 'warn',
        word: t(`pages.winder.${off.from === 'counted' ? 'lengthFar' : 'offSet'}.${off.side}`, {
          length: shown(metres),
          counted: shown(counted),
          set: shown(set),
        }),
      } as const
    return { tone: metres === null ? 'idle' : metres > 0 ? 'ok' : 'bad', word: null } as const
  }
  const { tone } = judge(lengthM)
  // An impossible length cannot be confirmed.
  const right =
    tone !== 'bad' &&
    asked &&
    t(`pages.winder.offRight.${asked.from === 'counted' && asked.side === 'long' ? 'counted' : asked.side}`)
  const why = () => {
    if (doff.busy || wind.busy || !workOrderId || tone === 'bad') return ''
    if (lengthM === null) return t('pages.winder.lengthMissing')
    return right && !offSaid ? t('pages.winder.offUnsaid', { right }) : null
  }
  const save = async () => {
    onSaving(true)
    const id = roll?.id ?? createUuid7()
    const where = { lineId: winder.lineId, ...(speed ? { speed } : {}) }
    const doffed = await doff.run({ id, ...where, workOrderId, lengthM, ...(splices ? { splices } : {}) })
    if (!doffed) return onSaving(false)
    // The next roll may only begin once this one is doffed.
    const after = doffed.queued ? { dependsOn: [doffed.id] } : {}
    if (next && order) await wind.run({ id: createUuid7(), ...where, workOrderId: order.id }, after)
    onClose(id)
  }
  return (
    <form
      className="wd-form"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <NumberField
        label={t('jumboRoll.fields.lengthM')}
        unit="m"
        value={lengthM}
        onChange={(metres) => {
          setEntered({ metres })
          setOffSaid(false)
        }}
        judge={judge}
        hint={counted === null ? null : t('pages.winder.counted', { metres: shown(counted) })}
      />
      {right && (
        <label className="wd-check">
          <input
            type="checkbox"
            className="flag"
            checked={offSaid}
            onChange={(event) => setOffSaid(event.target.checked)}
          />
          {right}
        </label>
      )}
      {cut.length > 0 && (
        <p role="status" className="tone-warn">
          {t('pages.winder.defectsCut', {
            count: cut.length,
            length: shown(lengthM),
            which: joinWords(
              cut.map(
                ({ kind, fromM, toM }) =>
                  `${t(`jumboRoll.subOptions.defects.kind.${kind}`)} ${shown(fromM)}–${shown(toM)} m`,
              ),
              language,
            ),
          })}
        </p>
      )}
      <p className="wd-sum">
        <span>{t('jumboRoll.fields.expectedKg')}</span>
        <b>{formatNumber(kg, { language, unit: 'kg', decimals: 1 })}</b>
      </p>
      <div className="wd-two">
        <NumberField label={t('jumboRoll.fields.speed')} unit="m/min" value={speed} onChange={setSpeed} />
        <Stepper label={t('jumboRoll.fields.splices')} value={splices} most={99} onChange={setSplices} />
      </div>
      {order && (
        <label className="wd-check">
          <input type="checkbox" className="flag" checked={next} onChange={(event) => setNext(event.target.checked)} />
          {t('pages.winder.nextBegins')}
        </label>
      )}
      <div className="ui-actions">
        <ExplainedButton type="submit" look="primary" icon={<DownIcon size={20} />} disabledReason={why()}>
          {t('actions.jumboRoll_doff')}
        </ExplainedButton>
      </div>
    </form>
  )
}
/** Returns the deviation to confirm: from the counted length, else from the set length. */
function askedAbout(
  metres: number | null,
  counted: number | null,
  set: number | null,
): { from: 'counted' | 'set'; side: 'short' | 'long' } | null {
  if (metres === null || metres <= 0) return null
  const far = lengthFar(metres, counted)
  if (far) return { from: 'counted', side: far }
  const side = offSet(metres, set)
  return side && { from: 'set', side }
}
