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
import {
  findDefectsBeyondLength,
  judgeCountedLength,
  suggestLength,
  findLengthSlip,
  judgeSetLength,
  SAME_DOFF_MS,
} from '../../rules/winding'
import { NumberField } from './NumberField'
import { RollAlreadyDoffedNotice } from './RollAlreadyDoffedNotice'
import { StepperField } from './StepperField'
import type { WinderStatus } from './use-winder'
import { estimateMassKg, type WinderRoll } from './winder-state'

type RollEndpoint = Endpoint<Record<string, unknown>, unknown>
interface DoffDialogProps {
  winder: WinderStatus
  /** The roll the dialog was opened for; null for a roll that nobody had begun. */
  roll: WinderRoll | null
  onClose: (rollId: string | null) => void
}

/** 落卷: doffs the roll the dialog was opened for. If another tablet acts on it meanwhile, a notice replaces the form. */
export function DoffDialog(props: DoffDialogProps) {
  const { t } = useTranslation('rolls')
  const [saving, setSaving] = useState(false)
  const replacingRoll = useReplacingRoll(props)
  return (
    <Dialog open onClose={() => props.onClose(null)} title={t('actions.jumboRoll_doff')}>
      {replacingRoll && !saving ? (
        <RollAlreadyDoffedNotice roll={replacingRoll} refs={props.winder.refs} />
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
function useReplacingRoll({ winder, roll }: DoffDialogProps): WinderRoll | null {
  const [openedWith] = useState(() => ({ at: winder.now, rolls: new Set(winder.doffed.map(({ id }) => id)) }))
  if (roll) return roll.state === 'winding' ? null : roll
  const newlyDoffed = winder.doffed.find(
    (one) => !openedWith.rolls.has(one.id) && one.doffedAt && toMillis(one.doffedAt) > openedWith.at - SAME_DOFF_MS,
  )
  return newlyDoffed ?? winder.roll
}

/** Form for the counter length; on a turret winder the next roll begins in the same moment. */
function DoffForm({ winder, roll, onSaving, onClose }: DoffDialogProps & { onSaving: (saving: boolean) => void }) {
  const { t } = useTranslation('rolls')
  const language = useLanguage()
  const { order, run, doffed } = winder
  const progress = roll && winder.roll?.id === roll.id ? winder.progress : null
  // Until a person enters a length, the wound metres keep growing while the dialog is open.
  const [entered, setEntered] = useState<{ metres: number | null } | null>(null)
  const wantedM = progress?.target ?? order?.jumboLengthM ?? doffed[0]?.lengthM ?? null
  const lengthM = entered ? entered.metres : suggestLength(progress, wantedM)
  const [speed, setSpeed] = useState<number | null>(() => roll?.speed ?? run?.speed ?? doffed[0]?.speed ?? null)
  const [splices, setSplices] = useState(roll?.splices ?? 0)
  // Without a running order there is nothing to wind next.
  const [beginsNext, setNext] = useState(order !== null)
  const doff = useInstantCommand(doffRoll as RollEndpoint)
  const wind = useInstantCommand(windRoll as RollEndpoint)
  // The roll belongs to the order it was begun for, even if another runs by now; the next roll belongs to the running
  // one.
  const [workOrderId] = useState(roll?.workOrderId ?? order?.id)
  const kg = estimateMassKg(roll, winder.web, lengthM)
  const formatMetres = (metres: number | null) => formatNumber(metres, { language, decimals: 0 })
  // A web may break early or run on. A length far off the counted or set length needs a confirmation, again after each
  // new entry.
  const [isDeviationConfirmed, setOffSaid] = useState(false)
  const setM = progress?.target ?? (roll ? null : (order?.jumboLengthM ?? null))
  const countedM = progress?.metres ?? null
  const deviation = findLengthDeviation(lengthM, countedM, setM)
  const defectsBeyond = roll && lengthM ? findDefectsBeyondLength(roll.defects, lengthM) : []
  const judge = (metres: number | null) => {
    const plausibleM = metres === null ? null : findLengthSlip(metres, order?.jumboLengthM ?? null, countedM)
    if (plausibleM !== null)
      return {
        tone: 'bad',
        word: t('refusals.lengthSlip', { length: formatMetres(metres), expected: formatMetres(plausibleM) }),
      } as const
    const enteredDeviation = findLengthDeviation(metres, countedM, setM)
    if (enteredDeviation)
      return {
        tone: 'warn',
        word: t(
          `pages.winder.${enteredDeviation.from === 'counted' ? 'lengthFar' : 'offSet'}.${enteredDeviation.side}`,
          {
            length: formatMetres(metres),
            counted: formatMetres(countedM),
            set: formatMetres(setM),
          },
        ),
      } as const
    return { tone: metres === null ? 'idle' : metres > 0 ? 'ok' : 'bad', word: null } as const
  }
  const { tone } = judge(lengthM)
  // An impossible length cannot be confirmed.
  const confirmation =
    tone !== 'bad' &&
    deviation &&
    t(`pages.winder.offRight.${deviation.from === 'counted' && deviation.side === 'long' ? 'counted' : deviation.side}`)
  const getBlockReason = () => {
    if (doff.busy || wind.busy || !workOrderId || tone === 'bad') return ''
    if (lengthM === null) return t('pages.winder.lengthMissing')
    return confirmation && !isDeviationConfirmed ? t('pages.winder.offUnsaid', { right: confirmation }) : null
  }
  const save = async () => {
    onSaving(true)
    const id = roll?.id ?? createUuid7()
    const lineInput = { lineId: winder.lineId, ...(speed ? { speed } : {}) }
    const doffed = await doff.run({ id, ...lineInput, workOrderId, lengthM, ...(splices ? { splices } : {}) })
    if (!doffed) return onSaving(false)
    // The next roll may only begin once this one is doffed.
    const windOptions = doffed.queued ? { dependsOn: [doffed.id] } : {}
    if (beginsNext && order) await wind.run({ id: createUuid7(), ...lineInput, workOrderId: order.id }, windOptions)
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
        hint={countedM === null ? null : t('pages.winder.counted', { metres: formatMetres(countedM) })}
      />
      {confirmation && (
        <label className="wd-check">
          <input
            type="checkbox"
            className="flag"
            checked={isDeviationConfirmed}
            onChange={(event) => setOffSaid(event.target.checked)}
          />
          {confirmation}
        </label>
      )}
      {defectsBeyond.length > 0 && (
        <p role="status" className="tone-warn">
          {t('pages.winder.defectsCut', {
            count: defectsBeyond.length,
            length: formatMetres(lengthM),
            which: joinWords(
              defectsBeyond.map(
                ({ kind, fromM, toM }) =>
                  `${t(`jumboRoll.subOptions.defects.kind.${kind}`)} ${formatMetres(fromM)}–${formatMetres(toM)} m`,
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
        <StepperField label={t('jumboRoll.fields.splices')} value={splices} max={99} onChange={setSplices} />
      </div>
      {order && (
        <label className="wd-check">
          <input
            type="checkbox"
            className="flag"
            checked={beginsNext}
            onChange={(event) => setNext(event.target.checked)}
          />
          {t('pages.winder.nextBegins')}
        </label>
      )}
      <div className="ui-actions">
        <ExplainedButton type="submit" look="primary" icon={<DownIcon size={20} />} disabledReason={getBlockReason()}>
          {t('actions.jumboRoll_doff')}
        </ExplainedButton>
      </div>
    </form>
  )
}
/** Returns the deviation to confirm: from the counted length, else from the set length. */
function findLengthDeviation(
  metres: number | null,
  counted: number | null,
  set: number | null,
): { from: 'counted' | 'set'; side: 'short' | 'long' } | null {
  if (metres === null || metres <= 0) return null
  const countedSide = judgeCountedLength(metres, counted)
  if (countedSide) return { from: 'counted', side: countedSide }
  const side = judgeSetLength(metres, set)
  return side && { from: 'set', side }
}
