import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createUuid7 } from '@/contract/id'
import { getPlantMoment } from '@/client/clock'
import { useList, useRow, useUnsentCommands } from '@/client/api/use-list'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { useHasPermission } from '@/client/session/use-session'
import { UnsentNotice } from '@/client/resource/UnsentBadge'
import { useNoNetworkReason } from '@/client/shell/use-no-network-reason'
import { Button } from '@/client/ui/Button'
import { ExplainedButton } from '@/client/ui/ExplainedButton'
import { PageFrame } from '@/client/ui/PageFrame'
import { Quantity } from '@/client/ui/Quantity'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { NumberPad } from '@/client/ui/NumberPad'
import { useNames } from '@/client/fields/options'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { slitRoll, slitSet } from '@/areas/rolls/contract/slitting'
import { undoCutting, undoCutPermissions } from '@/areas/rolls/contract/slitting-endpoints'
import { doffSet, startCutting } from '@/areas/rolls/contract/slitting-commands'
import { nextSpan } from '@/areas/rolls/rules/slit-set'
import type { SlitterLimits } from '@/areas/rolls/rules/slitter-limits'
import { useMayTakeBack } from '../may-take-back'
import { leftOf, shownSets, type Cutting, type Jumbo, type ShownSet } from './cut-state'
import { OnHold, useHeldWord } from '../hold/OnHold'
import { FinishSheet } from './FinishSheet'
import { LanesPicture } from './LanesPicture'
import { ReasonDialog } from '@/client/ui/ReasonDialog'
import { SetPart } from './SetPart'
import { useSetWord } from './set-word'
import { useLengthAsked } from './use-length-asked'
import { useSteadySets } from './use-steady-sets'
import { useStep } from './use-step'
import type { Frame } from './ViewFrame'

const LabelsReady = lazy(() => import('../labels/SlitLabels').then(({ LabelsReady: Ready }) => ({ default: Ready })))
export interface CutScreenProps {
  run: Cutting
  refs: Readonly<Record<string, string>>
  limits: SlitterLimits
  frame: Frame
  onLabels: (setId: string) => void
}

/** The jumbo on the slitter: its chart, the next set, and the rolls of the finished sets. */
export function CutScreen({ run, refs, limits, frame, onLabels }: CutScreenProps) {
  const { t } = useTranslation('rolls')
  const jumboId = run.jumboRollId
  const jumbo = useRow(jumboRoll, jumboId ?? null).row as Jumbo | null
  const sets = useList(slitSet, { jumboRollId: jumboId ?? '', size: 200 }, Boolean(jumboId))
  const rolls = useList(slitRoll, { jumboRollId: jumboId ?? '', size: 500 }, Boolean(jumboId))
  const unsent = useUnsentCommands()
  const shown = useSteadySets(
    useMemo(() => shownSets(run, jumbo, sets.rows, rolls.rows, unsent), [run, jumbo, sets.rows, rolls.rows, unsent]),
  )
  // Refused sets are displayed but do not count, as the server made none.
  const made = shown.filter(({ unmade }) => !unmade)
  const newest = made.find((set) => set.setNumber !== null)
  // The chart of a part-used roll also shows the sets of other cuttings.
  const earlier = sets.rows
    .filter((set) => set.cuttingId !== run.id && set.state === 'made')
    .map((set) => ({ ...set, comes: set.setNumber }))
    .sort((a, b) => a.setNumber - b.setNumber)
  const names = useNames('jumboRoll', jumboId ? [jumboId] : [], refs)
  const number =
    jumbo?.number ?? (jumboId ? names[jumboId] : null) ?? String((run as Record<string, unknown>)['jumboNumber'] ?? '…')
  const left = jumbo ? leftOf(jumbo, shown) : 0
  const [lengthM, setLengthM] = useState<number | null>(null)
  const next = Math.min(lengthM ?? run.lengthM ?? left, left)
  // A short remainder is the end of the jumbo, not another set; finishing becomes the next action.
  const over = left <= 0 || left < (run.lengthM ?? left) * LEAST_SET
  const doff = useStep(doffSet)
  const setWord = useSetWord()
  const [pad, setPad] = useState<{ set: string; lane: number } | null>(null)
  const mayWeigh = useHasPermission('divideInteractiveEdit')
  // Rolls of the earliest set come first.
  const toWeigh = made.toReversed().flatMap((set) => {
    const lane = set.rolls.find((roll) => roll.kg === null && roll.state === 'made')?.lane
    return lane === undefined ? [] : [{ set: set.id, lane }]
  })
  const weighsNext = over && mayWeigh && toWeigh.length > 0
  const language = useLanguage()
  const mayDoff = useHasPermission('divideInteractiveAdd')
  const held = useHeldWord(jumbo?.holds)
  // The server refused this cutting, so further sets would wait behind the refusal.
  const refused = unsent.find(
    ({ op, body, state }) => op === startCutting.name && body['id'] === run.id && state === 'attention',
  )
  const [mayBe, dialog] = useLengthAsked()
  const doffWord = t('pages.divideInteractive.doffNext', {
    metres: formatNumber(next, { language, unit: 'm', decimals: 1 }),
  })
  const take = async () => {
    if (!(await mayBe({ lengthM: next, setM: run.lengthM, leftM: left, thing: number, action: doffWord }))) return
    const id = createUuid7()
    const input = { id, cuttingId: run.id, lengthM: next, leftM: left, occurredAt: getPlantMoment() }
    if (!(await doff.take(input, { done: t('pages.divideInteractive.doffed') }))) return
    setLengthM(null)
    // Weighing follows the doff, as at the winder.
    if (mayWeigh) setPad({ set: id, lane: 1 })
  }
  return (
    <PageFrame
      primaryStaysAtBottom
      title={number}
      sub={`${frame.title} · ${run.slittingPattern ?? ''}`}
      tools={frame.tools}
      primary={
        <>
          <Actions run={run} jumbo={jumbo} shown={made} limits={limits} left={left} comesNext={over && !weighsNext} />
          {mayDoff && left > 0 && jumbo && (
            <ExplainedButton
              {...(over ? {} : { look: 'primary' as const })}
              disabledReason={doff.busy ? '' : refused ? t('pages.divideInteractive.startRefused') : held}
              onClick={() => void take()}
            >
              {doffWord}
            </ExplainedButton>
          )}
          {weighsNext && (
            <Button look="primary" onClick={() => setPad(toWeigh[0] ?? null)}>
              {t('pages.divideInteractive.weighRest', {
                count: made.flatMap((set) => set.rolls).filter((roll) => roll.kg === null && roll.state === 'made')
                  .length,
              })}
            </Button>
          )}
        </>
      }
    >
      {frame.tabs}
      {dialog}
      {refused && <UnsentNotice of={refused} />}
      <OnHold holds={jumbo?.holds} />
      <div className="slitter is-beside">
        <section>
          {jumbo ? (
            <LanesPicture
              jumbo={jumbo}
              lanes={run.lanes}
              next={left > 0 ? nextSpan(left, next) : null}
              sets={[...earlier, ...made.toReversed()].map((set) => ({
                key: set.id,
                word: setWord(set),
                fromM: set.fromM,
                toM: set.toM,
              }))}
            />
          ) : jumboId ? (
            <SkeletonDetail />
          ) : (
            <p className="ui-card">{t('pages.divideInteractive.unknownJumbo')}</p>
          )}
          {jumbo && <NextLength left={left} next={next} onChange={setLengthM} />}
        </section>
        <section>
          {newest && (
            <Suspense>
              <LabelsReady setId={newest.id} />
            </Suspense>
          )}
          {shown.length === 0 && <p className="quiet">{t('pages.divideInteractive.noSets')}</p>}
          {jumbo &&
            shown.map((set) => (
              <SetPart
                key={set.id}
                set={set}
                run={run}
                jumbo={jumbo}
                refs={rolls.refs}
                limits={limits}
                others={made}
                isLast={set === made[0]}
                lane={pad?.set === set.id ? pad.lane : null}
                onLane={(lane) => setPad(lane === null ? null : { set: set.id, lane })}
                onLabels={onLabels}
              />
            ))}
        </section>
      </div>
    </PageFrame>
  )
}

/** A set shorter than this share of the planned length is hardly intended. */
const LEAST_SET = 0.5
/** Length of the next set: as planned, another length, or all remaining metres. */
function NextLength({ left, next, onChange }: { left: number; next: number; onChange: (metres: number) => void }) {
  const { t } = useTranslation('rolls')
  const [asking, setAsking] = useState(false)
  return (
    <div className="row">
      <span>
        <span className="quiet">{t('jumboRoll.fields.leftM')}</span>{' '}
        <Quantity value={left} unit="m" decimals={0} whole />
      </span>
      {left > 0 && (
        <Button className="big" onClick={() => setAsking(true)}>
          {t('pages.divideInteractive.otherLength')}
        </Button>
      )}
      {left > 0 && left !== next && (
        <Button className="big" onClick={() => onChange(left)}>
          {t('pages.divideInteractive.allLeft')}
        </Button>
      )}
      {asking && (
        <NumberPad
          title={t('pages.divideInteractive.lengthOfNext')}
          unit="m"
          value={next}
          limits={t('pages.divideInteractive.upTo', { metres: left })}
          judge={(value) =>
            value !== null && (value <= 0 || value > left)
              ? { tone: 'bad', word: t('pages.divideInteractive.upTo', { metres: left }) }
              : { tone: 'idle', word: null }
          }
          onDone={(value) => {
            // The pad stays open and shows the remaining metres.
            if (value !== null && (value <= 0 || value > left)) return
            setAsking(false)
            if (value !== null) onChange(value)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

/** Ends a cutting: finishes it with its mass balance, or undoes it while it has no sets. */
function Actions({
  run,
  jumbo,
  shown,
  limits,
  left,
  comesNext,
}: {
  run: Cutting
  jumbo: Jumbo | null
  shown: readonly ShownSet[]
  limits: SlitterLimits
  left: number
  /** True if finishing is the next action. */
  comesNext: boolean
}) {
  const { t } = useTranslation('rolls')
  const [open, setOpen] = useState<'finish' | 'undo' | null>(null)
  const undo = useStep(undoCutting)
  const offline = useNoNetworkReason()
  const mayEdit = useHasPermission('divideInteractiveEdit')
  const mayUndo = useMayTakeBack(undoCutPermissions, 'divideInteractiveAdd')({ by: run.createdBy, at: run.startedAt })
  return (
    <>
      {shown.length > 0 && mayEdit && jumbo && (
        <Button {...(comesNext ? { look: 'primary' as const } : {})} onClick={() => setOpen('finish')}>
          {t('actions.cutting_finish')}
        </Button>
      )}
      {shown.length === 0 && mayUndo && (
        <ExplainedButton disabledReason={offline} onClick={() => setOpen('undo')}>
          {t('actions.cutting_undo')}
        </ExplainedButton>
      )}
      {open === 'finish' && jumbo && (
        <FinishSheet run={run} jumbo={jumbo} sets={shown} limits={limits} left={left} onClose={() => setOpen(null)} />
      )}
      {open === 'undo' && (
        <ReasonDialog
          title={t('actions.cutting_undo')}
          danger
          busy={undo.busy}
          onClose={() => setOpen(null)}
          onReason={async (reason) => {
            if (await undo.take({ id: run.id, reason })) setOpen(null)
          }}
        />
      )}
    </>
  )
}
