import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EndpointInput } from '@/contract/endpoint'
import { getStatesBefore } from '@/contract/state-machine'
import { getPlantMoment } from '@/client/clock'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { useHasPermission } from '@/client/session/use-session'
import { UnsentNotice, UnsentBadge } from '@/client/resource/UnsentBadge'
import { Dialog } from '@/client/ui/Dialog'
import { useNoNetworkReason } from '@/client/shell/use-no-network-reason'
import { Button } from '@/client/ui/Button'
import { ExplainedButton } from '@/client/ui/ExplainedButton'
import { MoreIcon, PrintIcon } from '@/client/ui/icons'
import { Quantity } from '@/client/ui/Quantity'
import { StateBadge } from '@/client/ui/StateBadge'
import { undoCutPermissions, undoSet } from '@/areas/rolls/contract/slitting-endpoints'
import { editSet } from '@/areas/rolls/contract/slitting-commands'
import { judgeWeight } from '@/areas/rolls/rules/dimensions'
import { slitRoll } from '@/areas/rolls/rules/slit-roll'
import type { SlitterLimits } from '@/areas/rolls/rules/slitter-limits'
import { useMayTakeBack } from '../may-take-back'
import { withSeen, type Cutting, type Jumbo, type RollChange, type ShownRoll, type ShownSet } from './cut-state'
import { ReasonDialog } from '@/client/ui/ReasonDialog'
import { RollSheet } from './RollSheet'
import { labelSaid } from '../../rules/label'
import { OldLabel } from '../labels/OldLabel'
import { gradeTones } from '../winder/roll-words'
import { useSetWord } from './set-word'
import { slitTones } from './tones'
import { useStep } from './use-step'
import { WeighPad } from './WeighPad'

export interface SetPartProps {
  set: ShownSet
  run: Cutting
  jumbo: Jumbo
  refs: Readonly<Record<string, string>>
  limits: SlitterLimits
  others: readonly ShownSet[]
  isLast: boolean
  /** The lane that is being weighed. */
  lane: number | null
  onLane: (lane: number | null) => void
  onLabels: (setId: string) => void
}
/** Identifies a roll in a command: by id, or by lane until the server has numbered it. */
export const nameOfRoll = (roll: ShownRoll): { rollId: string } | { lane: number } =>
  roll.id ? { rollId: roll.id } : { lane: roll.lane }

/** One set with a row per lane; lanes are weighed one after the other without leaving the pad. */
export function SetPart({ set, run, jumbo, refs, limits, others, isLast, lane, onLane, onLabels }: SetPartProps) {
  const { t } = useTranslation(['rolls', 'client'])
  const name = useSetWord()(set)
  // Opens when the set becomes the last one, which may happen after the first render; the person's own choice takes
  // precedence.
  const [wasLast, setWasLast] = useState(isLast)
  if (isLast && !wasLast) setWasLast(true)
  const [chosenOpen, setChosenOpen] = useState<boolean | null>(null)
  const open = chosenOpen ?? wasLast
  const [more, setMore] = useState<number | null>(null)
  const [undoing, setUndoing] = useState(false)
  const edit = useStep(editSet)
  const undo = useStep(undoSet)
  const offline = useNoNetworkReason()
  const mayUndo = useMayTakeBack(undoCutPermissions, 'divideInteractiveAdd')({ by: set.createdBy, at: set.doffedAt })
  const mayEdit = useHasPermission('divideInteractiveEdit')
  const away = set.rolls.find(({ state }) => !getStatesBefore(slitRoll, 'undo').includes(state))
  const gone = away
    ? t('pages.divideInteractive.undoNot', {
        number: away.number ?? t('pages.divideInteractive.lane', { lane: away.lane }),
        state: t(`slitRoll.options.state.${away.state}`),
      })
    : null
  const write = (roll: ShownRoll, change: RollChange) =>
    edit.take({
      id: set.id,
      cuttingId: run.id,
      rolls: [{ ...nameOfRoll(roll), ...withSeen(change, roll) }],
      occurredAt: getPlantMoment(),
    } as EndpointInput<typeof editSet>)
  const weighed = set.rolls.filter((roll) => roll.kg !== null)
  const roll = set.rolls.find((one) => one.lane === lane)
  const chosen = set.rolls.find((one) => one.lane === more)
  // The weight when the pad was opened; a weight that another person saves meanwhile was not seen.
  const [seen, setSeen] = useState<Pick<ShownRoll, 'lane' | 'kg'> | null>(null)
  if (seen?.lane !== roll?.lane) setSeen(roll ? { lane: roll.lane, kg: roll.kg } : null)
  const take = async (kg: number | null) => {
    if (!roll || kg === null) {
      onLane(null)
      return
    }
    if (judgeWeight(kg, roll.expectedKg, limits.weightTolerance).verdict === 'refused') return
    onLane(set.rolls.find((one) => one.lane > roll.lane && one.kg === null)?.lane ?? null)
    await write({ ...roll, kg: seen ? seen.kg : roll.kg }, { kg })
  }
  return (
    <section className="set">
      <div className="row">
        <button
          type="button"
          className="ui-button is-quiet big"
          aria-expanded={open}
          onClick={() => setChosenOpen(!open)}
        >
          <b>{name}</b> {t('pages.divideInteractive.weighedOf', { weighed: weighed.length, count: set.rolls.length })}
        </button>
        <span>
          <Quantity
            value={weighed.length ? weighed.reduce((sum, one) => sum + (one.kg ?? 0), 0) : null}
            unit="kg"
            decimals={1}
          />
          {set.pending && (
            <>
              {' '}
              <UnsentBadge of={set.refused ?? { state: 'pending' }} />
            </>
          )}
        </span>
        {open && set.setNumber !== null && (
          <Button icon={<PrintIcon size={20} />} onClick={() => onLabels(set.id)}>
            {t('pages.divideInteractive.printSet')}
          </Button>
        )}
        {mayUndo && isLast && set.setNumber !== null && (
          <ExplainedButton disabledReason={offline ?? gone} onClick={() => setUndoing(true)}>
            {t('actions.slitSet_undo')}
          </ExplainedButton>
        )}
      </div>
      {set.refused && <UnsentNotice of={set.refused} />}
      {open && (
        <ul className="lane-rows">
          {set.rolls.map((one) => (
            <LaneRow
              key={one.lane}
              roll={one}
              order={one.workOrderId && one.workOrderId !== jumbo.workOrderId ? (refs[one.workOrderId] ?? null) : null}
              jumbo={jumbo.number ?? ''}
              unusual={one.kg !== null && judgeWeight(one.kg, one.expectedKg, limits.weightTolerance).verdict !== 'ok'}
              mayEdit={mayEdit && !set.unmade && one.state === 'made'}
              onWeigh={() => onLane(one.lane)}
              onMore={() => setMore(one.lane)}
            />
          ))}
        </ul>
      )}
      {roll && set.unmade && (
        // The server refused the set, so a weight entered here would be lost.
        <Dialog open onClose={() => onLane(null)} title={name}>
          <div className="ui-sheet-form">
            <p className="wrong">{t('pages.divideInteractive.setRefused')}</p>
            {set.refused && <UnsentNotice of={set.refused} />}
            <div className="ui-actions">
              <Button onClick={() => onLane(null)}>{t('client:ui.close')}</Button>
            </div>
          </div>
        </Dialog>
      )}
      {roll && !set.unmade && (
        <WeighPad
          key={roll.lane}
          roll={roll}
          set={name}
          limits={limits}
          onDone={(kg) => void take(kg)}
          onClose={() => onLane(null)}
        />
      )}
      {chosen && !set.unmade && (
        <RollSheet
          roll={chosen}
          set={set}
          jumbo={jumbo}
          others={others}
          cuttingId={run.id}
          onDowngrade={async (downgrades) => {
            if (await write(chosen, { downgrades })) setMore(null)
          }}
          onClose={() => setMore(null)}
        />
      )}
      {undoing && (
        <ReasonDialog
          title={t('actions.slitSet_undo')}
          danger
          busy={undo.busy}
          onClose={() => setUndoing(false)}
          onReason={async (reason) => {
            if (await undo.take({ id: set.id, version: set.version, reason })) setUndoing(false)
          }}
        >
          <p>{t('pages.divideInteractive.undoSentence')}</p>
        </ReasonDialog>
      )}
    </section>
  )
}

function LaneRow({
  roll,
  order,
  jumbo,
  unusual,
  mayEdit,
  onWeigh,
  onMore,
}: {
  roll: ShownRoll
  /** Number of the order if it is not the jumbo's own. */ order: string | null
  jumbo: string
  unusual: boolean
  mayEdit: boolean
  onWeigh: () => void
  onMore: () => void
}) {
  const { t } = useTranslation('rolls')
  const language = useLanguage()
  const kg = (value: number | null) => formatNumber(value, { language, unit: 'kg', decimals: 2 })
  return (
    <li className={`lane-row${roll.kg === null ? ' is-open' : ''}`}>
      <b>{roll.lane}</b>
      <div>
        <span>
          <b>{roll.widthMm} mm</b>{' '}
          <span className="quiet">
            {roll.number ? roll.number.replace(jumbo, '') : t('pages.divideInteractive.numberFollows')}
          </span>
        </span>
        <span className="quiet">
          {t('pages.divideInteractive.expected', { kg: kg(roll.expectedKg) })}
          {order && ` · ${order}`}
        </span>
        <span className="chips">
          {unusual && <StateBadge tone="warn">{t('slitRoll.fields.weightUnusual')}</StateBadge>}
          {roll.grade !== 'good' && (
            <StateBadge tone={gradeTones[roll.grade]}>{t(`slitRoll.options.grade.${roll.grade}`)}</StateBadge>
          )}
          {roll.defects.length > 0 && (
            <StateBadge tone="warn">{t('pages.divideInteractive.defects', { count: roll.defects.length })}</StateBadge>
          )}
          <OldLabel row={roll} now={labelSaid.slitRoll(roll)} />
          {roll.state !== 'made' && (
            <StateBadge tone={slitTones[roll.state]}>{t(`slitRoll.options.state.${roll.state}`)}</StateBadge>
          )}
        </span>
      </div>
      <Button className="weight" disabled={!mayEdit} onClick={onWeigh}>
        {roll.kg === null ? t('pages.divideInteractive.weigh') : kg(roll.kg)}
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
