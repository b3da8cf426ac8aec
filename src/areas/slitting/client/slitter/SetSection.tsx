import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EndpointInput } from '@/contract/endpoint'
import { getFromStates } from '@/contract/state-machine'
import { getPlantMoment } from '@/client/clock'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { useHasPermission } from '@/client/session/use-session'
import { UnsentNotice, UnsentBadge } from '@/client/resource/UnsentBadge'
import { Dialog } from '@/client/ui/Dialog'
import { useNoNetworkReason } from '@/client/shell/SyncIndicator'
import { Button, ExplainedButton } from '@/client/ui/Button'
import { MoreIcon, PrintIcon } from '@/client/ui/icons'
import { Quantity } from '@/client/ui/Quantity'
import { StateBadge } from '@/client/ui/StateBadge'
import { undoCutPermissions, undoSet } from '@/areas/slitting/contract/slitting-endpoints'
import { editSet } from '@/areas/slitting/contract/slitting-commands'
import { judgeWeight } from '@/areas/rolls/rules/dimensions'
import { slitRollLifecycle } from '@/areas/slitting/rules/slit-roll'
import type { SlitterLimits } from '@/areas/slitting/rules/slitter-limits'
import { useCanTakeBackEntry } from '@/areas/rolls/client/shared/use-take-back'
import {
  addSeenValues,
  type StoredCutting,
  type StoredJumbo,
  type RollChange,
  type DisplayedRoll,
  type DisplayedSet,
} from './displayed-sets'
import { CommandDialog } from '@/client/resource/CommandDialog'
import { SlitRollDialog } from './SlitRollDialog'
import { labelContents } from '@/areas/rolls/rules/label-contents'
import { OutdatedLabelBadge } from '@/areas/rolls/client/shared/labels/OutdatedLabelBadge'
import { gradeTones } from '@/areas/rolls/client/shared/roll-display'
import { slitTones } from '../shared/slit-display'
import { useFormatSet } from './use-displayed-sets'
import { CHANGED_RESOURCES, useSlitterCommand } from '../shared/use-slitter-command'
import { WeighLaneDialog } from './WeighLaneDialog'

export interface SetSectionProps {
  set: DisplayedSet
  openCutting: StoredCutting
  jumbo: StoredJumbo
  refs: Readonly<Record<string, string>>
  limits: SlitterLimits
  otherSets: readonly DisplayedSet[]
  isLast: boolean
  /** The lane that is being weighed. */
  weighedLane: number | null
  onWeighedLaneChange: (lane: number | null) => void
  onLabels: (setId: string) => void
}
/** Identifies a roll in a command: by id, or by lane until the server has numbered it. */
export const toRollReference = (roll: DisplayedRoll): { rollId: string } | { lane: number } =>
  roll.id ? { rollId: roll.id } : { lane: roll.lane }

/** One set with a row per lane. A person weighs the lanes one after the other without leaving the number pad. */
export function SetSection({
  set,
  openCutting,
  jumbo,
  refs,
  limits,
  otherSets,
  isLast,
  weighedLane,
  onWeighedLaneChange,
  onLabels,
}: SetSectionProps) {
  const { t } = useTranslation(['slitting', 'client'])
  const setName = useFormatSet()(set)
  // Opens the section when its set becomes the last one, which may happen after the first render. A section that the
  // person has opened or closed stays as chosen.
  const [wasLast, setWasLast] = useState(isLast)
  if (isLast && !wasLast) setWasLast(true)
  const [chosenIsOpen, setChosenIsOpen] = useState<boolean | null>(null)
  const isOpen = chosenIsOpen ?? wasLast
  const [chosenLane, setChosenLane] = useState<number | null>(null)
  const [isUndoing, setUndoing] = useState(false)
  const edit = useSlitterCommand(editSet)
  const offlineReason = useNoNetworkReason()
  const mayUndo = useCanTakeBackEntry(
    undoCutPermissions,
    'divideInteractiveAdd',
  )({ recordedBy: set.createdBy, recordedAt: set.doffedAt })
  const mayEdit = useHasPermission('divideInteractiveEdit')
  const lockedRoll = set.rolls.find(({ state }) => !getFromStates(slitRollLifecycle, 'undo').includes(state))
  const undoBlockReason = lockedRoll
    ? t('pages.divideInteractive.undoNot', {
        number: lockedRoll.number ?? t('pages.divideInteractive.lane', { lane: lockedRoll.lane }),
        state: t(`slitRoll.options.state.${lockedRoll.state}`),
      })
    : null
  const saveRoll = (roll: DisplayedRoll, change: RollChange) =>
    edit.execute({
      id: set.id,
      cuttingId: openCutting.id,
      rolls: [{ ...toRollReference(roll), ...addSeenValues(change, roll) }],
      occurredAt: getPlantMoment(),
    } as EndpointInput<typeof editSet>)
  const weighedRolls = set.rolls.filter((roll) => roll.kg !== null)
  const rollToWeigh = set.rolls.find((roll) => roll.lane === weighedLane)
  const chosenRoll = set.rolls.find((roll) => roll.lane === chosenLane)
  // The weight when the pad was opened. If somebody else saves a weight later, this person has not seen it.
  const [weightWhenOpened, setSeenWeight] = useState<Pick<DisplayedRoll, 'lane' | 'kg'> | null>(null)
  if (weightWhenOpened?.lane !== rollToWeigh?.lane)
    setSeenWeight(rollToWeigh ? { lane: rollToWeigh.lane, kg: rollToWeigh.kg } : null)
  const saveWeight = async (kg: number | null) => {
    if (!rollToWeigh || kg === null) {
      onWeighedLaneChange(null)
      return
    }
    if (judgeWeight(kg, rollToWeigh.expectedKg, limits.weightTolerance).verdict === 'refused') return
    onWeighedLaneChange(set.rolls.find((roll) => roll.lane > rollToWeigh.lane && roll.kg === null)?.lane ?? null)
    await saveRoll({ ...rollToWeigh, kg: weightWhenOpened ? weightWhenOpened.kg : rollToWeigh.kg }, { kg })
  }
  return (
    <section className="set">
      <div className="row">
        <button
          type="button"
          className="ui-button is-quiet big"
          aria-expanded={isOpen}
          onClick={() => setChosenIsOpen(!isOpen)}
        >
          <b>{setName}</b>{' '}
          {t('pages.divideInteractive.weighedOf', { weighed: weighedRolls.length, count: set.rolls.length })}
        </button>
        <span>
          <Quantity
            value={weighedRolls.length ? weighedRolls.reduce((sum, roll) => sum + (roll.kg ?? 0), 0) : null}
            unit="kg"
            decimals={1}
          />
          {set.pending && (
            <>
              {' '}
              <UnsentBadge pending={set.refusal ?? { state: 'pending' }} />
            </>
          )}
        </span>
        {isOpen && set.setNumber !== null && (
          <Button icon={<PrintIcon size={20} />} onClick={() => onLabels(set.id)}>
            {t('pages.divideInteractive.printSet')}
          </Button>
        )}
        {mayUndo && isLast && set.setNumber !== null && (
          <ExplainedButton disabledReason={offlineReason ?? undoBlockReason} onClick={() => setUndoing(true)}>
            {t('actions.slitSet_undo')}
          </ExplainedButton>
        )}
      </div>
      {set.refusal && <UnsentNotice pending={set.refusal} />}
      {isOpen && (
        <ul className="lane-rows">
          {set.rolls.map((slitRoll) => (
            <LaneRow
              key={slitRoll.lane}
              roll={slitRoll}
              otherOrderNumber={
                slitRoll.workOrderId && slitRoll.workOrderId !== jumbo.workOrderId
                  ? (refs[slitRoll.workOrderId] ?? null)
                  : null
              }
              jumboNumber={jumbo.number ?? ''}
              isWeightUnusual={
                slitRoll.kg !== null &&
                judgeWeight(slitRoll.kg, slitRoll.expectedKg, limits.weightTolerance).verdict !== 'ok'
              }
              mayEdit={mayEdit && !set.isNotCreated && slitRoll.state === 'made'}
              onWeigh={() => onWeighedLaneChange(slitRoll.lane)}
              onMore={() => setChosenLane(slitRoll.lane)}
            />
          ))}
        </ul>
      )}
      {rollToWeigh && set.isNotCreated && (
        // The server refused the set, so a weight entered here would be lost.
        <Dialog open onClose={() => onWeighedLaneChange(null)} title={setName}>
          <div className="ui-sheet-form stack gap-3">
            <p className="wrong">{t('pages.divideInteractive.setRefused')}</p>
            {set.refusal && <UnsentNotice pending={set.refusal} />}
            <div className="ui-actions">
              <Button onClick={() => onWeighedLaneChange(null)}>{t('client:ui.close')}</Button>
            </div>
          </div>
        </Dialog>
      )}
      {rollToWeigh && !set.isNotCreated && (
        <WeighLaneDialog
          key={rollToWeigh.lane}
          roll={rollToWeigh}
          setName={setName}
          limits={limits}
          onDone={(kg) => void saveWeight(kg)}
          onClose={() => onWeighedLaneChange(null)}
        />
      )}
      {chosenRoll && !set.isNotCreated && (
        <SlitRollDialog
          roll={chosenRoll}
          set={set}
          otherSets={otherSets}
          cuttingId={openCutting.id}
          onDowngrade={async (downgrades) => {
            if (await saveRoll(chosenRoll, { downgrades })) setChosenLane(null)
          }}
          onClose={() => setChosenLane(null)}
        />
      )}
      {isUndoing && (
        <CommandDialog
          command={undoSet}
          row={{ id: set.id, version: set.version }}
          objectName={setName}
          above={<p>{t('pages.divideInteractive.undoSentence')}</p>}
          isDangerous
          changedResources={CHANGED_RESOURCES}
          onClose={() => setUndoing(false)}
        />
      )}
    </section>
  )
}

function LaneRow({
  roll,
  otherOrderNumber,
  jumboNumber,
  isWeightUnusual,
  mayEdit,
  onWeigh,
  onMore,
}: {
  roll: DisplayedRoll
  /** Number of the roll's order if it is not the order of the jumbo. */
  otherOrderNumber: string | null
  jumboNumber: string
  isWeightUnusual: boolean
  mayEdit: boolean
  onWeigh: () => void
  onMore: () => void
}) {
  const { t } = useTranslation('slitting')
  const language = useLanguage()
  const formatKg = (value: number | null) => formatNumber(value, { language, unit: 'kg', decimals: 2 })
  return (
    <li className={`lane-row${roll.kg === null ? ' is-open' : ''}`}>
      <b>{roll.lane}</b>
      <div>
        <span>
          <b>{roll.widthMm} mm</b>{' '}
          <span className="quiet">
            {roll.number ? roll.number.replace(jumboNumber, '') : t('pages.divideInteractive.numberFollows')}
          </span>
        </span>
        <span className="quiet">
          {t('pages.divideInteractive.expected', { kg: formatKg(roll.expectedKg) })}
          {otherOrderNumber && ` · ${otherOrderNumber}`}
        </span>
        <span className="chips">
          {isWeightUnusual && <StateBadge tone="warn">{t('slitRoll.fields.weightUnusual')}</StateBadge>}
          {roll.grade !== 'good' && (
            <StateBadge tone={gradeTones[roll.grade]}>{t(`slitRoll.options.grade.${roll.grade}`)}</StateBadge>
          )}
          {roll.defects.length > 0 && (
            <StateBadge tone="warn">{t('pages.divideInteractive.defects', { count: roll.defects.length })}</StateBadge>
          )}
          <OutdatedLabelBadge row={roll} currentContent={labelContents.slitRoll(roll)} />
          {roll.state !== 'made' && (
            <StateBadge tone={slitTones[roll.state]}>{t(`slitRoll.options.state.${roll.state}`)}</StateBadge>
          )}
        </span>
      </div>
      <Button className="weight" disabled={!mayEdit} onClick={onWeigh}>
        {roll.kg === null ? t('pages.divideInteractive.weigh') : formatKg(roll.kg)}
      </Button>
      <Button
        look="quiet"
        icon={<MoreIcon size={20} />}
        aria-label={t('pages.divideInteractive.moreOf', { lane: roll.lane })}
        onClick={onMore}
      />
    </li>
  )
}
