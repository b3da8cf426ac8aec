import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createUuid7 } from '@/contract/id'
import { toMillis } from '@/plant/rules/plant-time'
import { useCommand } from '@/client/api/use-command'
import { useLanguage, joinWords } from '@/client/format/use-language'
import { formatNumber } from '@/client/format/number'
import { Button, ExplainedButton } from '@/client/ui/Button'
import { Dialog } from '@/client/ui/Dialog'
import { DownIcon, MinusIcon, PlusIcon } from '@/client/ui/icons'
import { doffRoll, windRoll } from '../../contract/jumbo-commands'
import {
  findDefectsBeyondLength,
  compareToCountedLength,
  suggestLength,
  findLengthCorrection,
  compareToTargetLength,
  SAME_DOFF_MS,
} from '../../rules/winding'
import { NumberField } from '../shared/NumberField'
import { RollAlreadyDoffedNotice } from './RollAlreadyDoffedNotice'
import type { WinderStatus } from './use-winder'
import { estimateMassKg, type WinderRoll } from '../shared/winder-state'
import { Checkbox } from '@/client/ui/Toggles'

interface DoffDialogProps {
  winder: WinderStatus
  /** The roll the dialog was opened for; null for a roll that nobody had begun. */
  roll: WinderRoll | null
  onClose: (rollId: string | null) => void
}

/**
 * 落卷: doffs the roll for which the dialog was opened. If another tablet doffs that roll, a notice replaces the form.
 */
export function DoffDialog(props: DoffDialogProps) {
  const { t } = useTranslation('rolls')
  const [isSaving, setSaving] = useState(false)
  const replacingRoll = useReplacingRoll(props)
  return (
    <Dialog open onClose={() => props.onClose(null)} title={t('actions.jumboRoll_doff')}>
      {replacingRoll && !isSaving ? (
        <RollAlreadyDoffedNotice roll={replacingRoll} refs={props.winder.refs} />
      ) : (
        <DoffForm {...props} onSaving={setSaving} />
      )}
    </Dialog>
  )
}
/**
 * Returns the roll that another person doffed, began or took back since the dialog was opened; null if the roll can
 * still be doffed.
 */
function useReplacingRoll({ winder, roll }: DoffDialogProps): WinderRoll | null {
  const [openingState] = useState(() => ({
    atMs: winder.nowMs,
    doffedRollIds: new Set(winder.doffedRolls.map(({ id }) => id)),
  }))
  if (roll) return roll.state === 'winding' ? null : roll
  const newlyDoffedRoll = winder.doffedRolls.find(
    (doffedRoll) =>
      !openingState.doffedRollIds.has(doffedRoll.id) &&
      doffedRoll.doffedAt &&
      toMillis(doffedRoll.doffedAt) > openingState.atMs - SAME_DOFF_MS,
  )
  return newlyDoffedRoll ?? winder.roll
}

/** Form for the length on the counter of the winder. On a turret winder, the next roll begins at the same moment. */
function DoffForm({ winder, roll, onSaving, onClose }: DoffDialogProps & { onSaving: (saving: boolean) => void }) {
  const { t } = useTranslation('rolls')
  const language = useLanguage()
  const { order, currentRun, doffedRolls } = winder
  const progress = roll && winder.roll?.id === roll.id ? winder.progress : null
  // Until a person enters a length, the wound metres keep growing while the dialog is open.
  const [enteredLength, setEnteredLength] = useState<{ metres: number | null } | null>(null)
  const lengthToWindM = progress?.targetM ?? order?.jumboLengthM ?? doffedRolls[0]?.lengthM ?? null
  const lengthM = enteredLength ? enteredLength.metres : suggestLength(progress, lengthToWindM)
  const [speed, setSpeed] = useState<number | null>(
    () => roll?.speed ?? currentRun?.speed ?? doffedRolls[0]?.speed ?? null,
  )
  const [splices, setSplices] = useState(roll?.splices ?? 0)
  // Without a running order there is nothing to wind next.
  const [startsNextRoll, setStartsNextRoll] = useState(order !== null)
  const doff = useCommand(doffRoll)
  const wind = useCommand(windRoll)
  // The roll belongs to the order for which it was begun, even if another order runs now. Only the next roll belongs to
  // the running order.
  const [workOrderId] = useState(roll?.workOrderId ?? order?.id)
  const kg = estimateMassKg(roll, winder.web, lengthM)
  const formatMetres = (metres: number | null) => formatNumber(metres, { language, decimals: 0 })
  // The web may break early or run on. A length far from the counted or target length is therefore allowed, but needs a
  // confirmation after each new entry.
  const [isDeviationConfirmed, setDeviationConfirmed] = useState(false)
  const targetLengthM = progress?.targetM ?? (roll ? null : (order?.jumboLengthM ?? null))
  const countedM = progress?.woundM ?? null
  const deviation = findLengthDeviation(lengthM, countedM, targetLengthM)
  const defectsBeyondLength = roll && lengthM ? findDefectsBeyondLength(roll.defects, lengthM) : []
  const evaluateLength = (metres: number | null) => {
    const plausibleM = metres === null ? null : findLengthCorrection(metres, order?.jumboLengthM ?? null, countedM)
    if (plausibleM !== null)
      return {
        tone: 'bad',
        label: t('refusals.lengthSlip', { length: formatMetres(metres), expected: formatMetres(plausibleM) }),
      } as const
    const enteredDeviation = findLengthDeviation(metres, countedM, targetLengthM)
    if (enteredDeviation)
      return {
        tone: 'warn',
        label: t(
          `pages.winder.${enteredDeviation.comparedTo === 'counted' ? 'lengthFar' : 'offSet'}.${enteredDeviation.side}`,
          {
            length: formatMetres(metres),
            counted: formatMetres(countedM),
            set: formatMetres(targetLengthM),
          },
        ),
      } as const
    return { tone: metres === null ? 'idle' : metres > 0 ? 'ok' : 'bad', label: null } as const
  }
  const { tone } = evaluateLength(lengthM)
  // An impossible length cannot be confirmed.
  const confirmation =
    tone !== 'bad' &&
    deviation &&
    t(
      `pages.winder.offRight.${deviation.comparedTo === 'counted' && deviation.side === 'long' ? 'counted' : deviation.side}`,
    )
  const getBlockReason = () => {
    if (doff.busy || wind.busy || !workOrderId || tone === 'bad') return ''
    if (lengthM === null) return t('pages.winder.lengthMissing')
    return confirmation && !isDeviationConfirmed ? t('pages.winder.offUnsaid', { right: confirmation }) : null
  }
  const save = async () => {
    if (!workOrderId || lengthM === null) return
    onSaving(true)
    const id = roll?.id ?? createUuid7()
    const lineInput = { lineId: winder.lineId, ...(speed ? { speed } : {}) }
    const doffResult = await doff.run({ id, ...lineInput, workOrderId, lengthM, ...(splices ? { splices } : {}) })
    if (!doffResult) return onSaving(false)
    // The next roll may only begin once this one is doffed.
    const windOptions = doffResult.queued ? { dependsOn: [doffResult.id] } : {}
    if (startsNextRoll && order) await wind.run({ id: createUuid7(), ...lineInput, workOrderId: order.id }, windOptions)
    onClose(id)
  }
  return (
    <form
      className="stack gap-3"
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
          setEnteredLength({ metres })
          setDeviationConfirmed(false)
        }}
        evaluate={evaluateLength}
        hint={countedM === null ? null : t('pages.winder.counted', { metres: formatMetres(countedM) })}
      />
      {confirmation && (
        <label className="wd-check strip gap-3 middle">
          <Checkbox checked={isDeviationConfirmed} onChange={(event) => setDeviationConfirmed(event.target.checked)} />
          {confirmation}
        </label>
      )}
      {defectsBeyondLength.length > 0 && (
        <p role="status" className="tone-warn">
          {t('pages.winder.defectsCut', {
            count: defectsBeyondLength.length,
            length: formatMetres(lengthM),
            which: joinWords(
              defectsBeyondLength.map(
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
        <label className="wd-check strip gap-3 middle">
          <Checkbox checked={startsNextRoll} onChange={(event) => setStartsNextRoll(event.target.checked)} />
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
/** Returns the deviation to confirm: from the counted length, else from the target length. */
function findLengthDeviation(
  metres: number | null,
  countedM: number | null,
  targetLengthM: number | null,
): { comparedTo: 'counted' | 'target'; side: 'short' | 'long' } | null {
  if (metres === null || metres <= 0) return null
  const countedSide = compareToCountedLength(metres, countedM)
  if (countedSide) return { comparedTo: 'counted', side: countedSide }
  const side = compareToTargetLength(metres, targetLengthM)
  return side && { comparedTo: 'target', side }
}

/** Field for a small count, with buttons to increase and decrease it by one. */
function StepperField({
  label,
  value,
  max,
  onChange,
}: {
  label: string
  value: number
  max: number
  onChange: (value: number) => void
}) {
  const { t } = useTranslation('rolls')
  return (
    <fieldset className="wd-field stack gap-1 wd-stepper" aria-label={label}>
      <span aria-hidden="true">{label}</span>
      <div>
        <Button
          icon={<MinusIcon size={20} />}
          aria-label={t('pages.winder.less', { label })}
          disabled={value <= 0}
          onClick={() => onChange(value - 1)}
        />
        <output aria-live="polite">{value}</output>
        <Button
          icon={<PlusIcon size={20} />}
          aria-label={t('pages.winder.more', { label })}
          disabled={value >= max}
          onClick={() => onChange(value + 1)}
        />
      </div>
    </fieldset>
  )
}
