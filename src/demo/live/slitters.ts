import { DAY_MS, MINUTE_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { doffSet, finishCutting, startCutting } from '@/areas/slitting/contract/slitting-commands'
import {
  findSlittingPatternProblems,
  sumLaneWidths,
  parseSlittingPattern,
  type LaneGroup,
  calculateWebKg,
} from '@/areas/orders/rules/slitting-pattern'
import type { OrderedLanes } from '@/areas/slitting/rules/slit-set'
import { toSlitLimits, defaultSlitterLimits } from '@/areas/slitting/rules/slitter-limits'
import { roundDecimals } from '../random'
import type { LiveCrew } from './crew'
import { createLiveDice } from './line-speeds'
import { toBilingualText } from '../bilingual-text'

export interface LiveSlitter {
  id: string
  code: string
  /** m/min */
  idealSpeed: number | null
  cuttingId: string | null
  jumboId: string | null
  startedAt: string | null
  lastDoffedAt: string | null
  sets: number | null
  lengthM: number | null
  leftM: number | null
  lanes: OrderedLanes[] | null
  gsm: number | null
  widthMm: number | null
  jumboKg: number | null
  jumboM: number | null
  slitKg: number | null
}
/** Lists slitting machines with their open cutting, except machines that people added or use for their own order. */
export const listLiveSlitters = (crew: LiveCrew): Promise<LiveSlitter[]> =>
  crew.queryOnSite<LiveSlitter>(
    `select l.id, l.code, l.ideal_speed::float as "idealSpeed", c.id as "cuttingId", j.id as "jumboId", c.started_at as "startedAt", c.sets, c.length_m::float as "lengthM", j.left_m::float as "leftM", c.lanes, j.gsm::float as gsm, j.width_mm as "widthMm",
     coalesce(j.net_kg, j.expected_kg)::float as "jumboKg", j.length_m::float as "jumboM", c.slit_kg::float as "slitKg",
     (select max(doffed_at) from slit_set s where s.site_id = l.site_id and s.cutting_id = c.id and s.state = 'made') as "lastDoffedAt"
   from line l left join lateral (select * from cutting x where x.site_id = l.site_id and x.slitter_id = l.id and x.state = 'open' order by x.started_at desc limit 1) c on true
     left join jumbo_roll j on j.site_id = l.site_id and j.id = c.jumbo_roll_id left join work_order o on o.site_id = j.site_id and o.id = j.work_order_id
   where l.site_id = $1 and l.active and l.kind = 'slitting' and ${crew.buildDemoRowCondition('l', 'line')} and (o.id is null or ${crew.buildDemoRowCondition('o', 'workOrder')}) order by l.sort_order nulls last, l.code limit 20`,
  )

/** This many jumbos are left for people who try the demonstration. */
const MIN_WAITING_JUMBOS = 4
const DEFAULT_SETS = 4
const DEFAULT_LANE_MM = 160
/** Share of a slitter's ideal speed at which it runs. */
const RUN_SPEED_SHARE = 0.75
/** A remainder shorter than this share of a set is not cut. */
const MIN_SET_SHARE = 0.5
const MAX_JUMBO_AGE_MS = 5 * DAY_MS

/** Takes the next action at a slitter: starts a jumbo, doffs and weighs a set, or ends a cutting with its balance. */
export async function advanceSlitter(crew: LiveCrew, slitter: LiveSlitter, nowMs: number): Promise<void> {
  if (!slitter.cuttingId || !slitter.lanes || slitter.lengthM === null) return startNextCutting(crew, slitter, nowMs)
  const runMs = (slitter.lengthM / ((slitter.idealSpeed ?? defaultSlitterLimits.speed) * RUN_SPEED_SHARE)) * MINUTE_MS
  const pauseMs = createLiveDice(`set/${slitter.cuttingId}/${slitter.sets}`).between(3, 7) * MINUTE_MS
  if (nowMs < toMillis(slitter.lastDoffedAt ?? slitter.startedAt!) + runMs + pauseMs) return
  if ((slitter.leftM ?? 0) >= slitter.lengthM * MIN_SET_SHARE) await doffNextSet(crew, slitter)
  else await finishOpenCutting(crew, slitter)
}

async function doffNextSet(crew: LiveCrew, slitter: LiveSlitter): Promise<void> {
  const lengthM = Math.min(slitter.lengthM!, slitter.leftM!)
  const dice = createLiveDice(`weights/${slitter.cuttingId}/${slitter.sets}`)
  const weights = slitter.gsm
    ? slitter
        .lanes!.flatMap((lane) => Array.from({ length: lane.count }, () => lane.width))
        .map((width, i) => ({
          lane: i + 1,
          kg: roundDecimals(calculateWebKg(slitter.gsm!, width, lengthM) * dice.normal(1, 0.004), 2),
        }))
    : []
  await crew.callAs('OPERATOR-SLIT', doffSet, { cuttingId: slitter.cuttingId!, lengthM, weights })
}
async function finishOpenCutting(crew: LiveCrew, slitter: LiveSlitter): Promise<void> {
  const cutM = (slitter.jumboM ?? 0) - (slitter.leftM ?? 0)
  const trimShare = slitter.widthMm ? 1 - sumLaneWidths(slitter.lanes!) / slitter.widthMm : 0
  const kgPerMetre = (slitter.jumboKg ?? 0) / Math.max(1, slitter.jumboM ?? 1)
  const trimKg = roundDecimals(kgPerMetre * cutM * trimShare, 1)
  const wasteKg = roundDecimals(kgPerMetre * (slitter.leftM ?? 0), 1)
  const response = await crew.callAs('OPERATOR-SLIT', finishCutting, { id: slitter.cuttingId!, trimKg, wasteKg })
  // The server refuses the call if the balance is out of tolerance and no reason is given.
  if (!response)
    await crew.callAs('OPERATOR-SLIT', finishCutting, {
      id: slitter.cuttingId!,
      trimKg,
      wasteKg,
      gapReason: crew.localize(toBilingualText('称重误差', 'Weighing error')),
    })
}

interface WaitingJumbo {
  id: string
  workOrderId: string
  leftM: number
  widthMm: number
  slittingPattern: string | null
  rollLengthM: number | null
  waitingCount: number
  /** Entry of the slitter queue that says how the jumbo is slit, e.g. for several orders. */
  cutOrderId: string | null
  planned: OrderedLanes[] | null
  plannedM: number | null
}
async function startNextCutting(crew: LiveCrew, slitter: LiveSlitter, nowMs: number): Promise<void> {
  const waitingJumbos = await crew.queryOnSite<WaitingJumbo>(
    `select j.id, j.work_order_id as "workOrderId", j.left_m::float as "leftM", j.width_mm as "widthMm", o.slitting_pattern as "slittingPattern", o.roll_length_m::float as "rollLengthM", count(*) over ()::int as "waitingCount", p.id as "cutOrderId", p.lanes as planned, p.length_m::float as "plannedM"
     from jumbo_roll j join work_order o on o.site_id = j.site_id and o.id = j.work_order_id
       left join lateral (select q.id, q.lanes, q.length_m from cut_order q where q.site_id = j.site_id and q.jumbo_roll_id = j.id and q.cutting_id is null and jsonb_array_length(q.lanes) > 0 and q.length_m <= j.left_m order by q.sequence limit 1) p on true
     where j.site_id = $1 and j.state = 'uncut' and j.doffed_at > $2 and j.left_m > 0 and j.width_mm is not null and o.state in ('running', 'paused', 'finished') and ${crew.buildDemoRowCondition('o', 'workOrder')} order by j.doffed_at limit 5`,
    [toMoment(nowMs - MAX_JUMBO_AGE_MS)],
  )
  const jumbo = waitingJumbos.find((waitingJumbo) => chooseLanes(waitingJumbo) !== null)
  if (!jumbo || jumbo.waitingCount <= MIN_WAITING_JUMBOS) return
  const { id: jumboRollId, workOrderId, cutOrderId, planned: plannedLanes, plannedM } = jumbo
  const tryToStart = (slittingPlan: { lanes: OrderedLanes[]; lengthM: number; cutOrderId?: string }) =>
    crew.callAs('OPERATOR-SLIT', startCutting, { jumboRollId, slitterId: slitter.id, ...slittingPlan })
  if (
    cutOrderId &&
    plannedLanes &&
    plannedM &&
    (await tryToStart({ lanes: plannedLanes, lengthM: plannedM, cutOrderId }))
  )
    return
  // Without a plan, or if an order of the plan is closed by now, the jumbo is slit for its own order.
  await tryToStart({
    lanes: chooseLanes(jumbo)!.map((lane) => ({ ...lane, workOrderId })),
    lengthM: calculateSetLength(jumbo),
  })
}
/**
 * Calculates the set length in m: the order's roll length if the jumbo is long enough, else an equal part of the jumbo.
 */
const calculateSetLength = ({ leftM, rollLengthM }: WaitingJumbo): number => {
  const sets = rollLengthM ? Math.round(leftM / rollLengthM) : DEFAULT_SETS
  if (sets < 1) return leftM
  const isLongEnough = rollLengthM && leftM >= sets * rollLengthM
  return Math.floor(isLongEnough ? rollLengthM : leftM / sets)
}
/** Returns the order's slitting pattern, else as many lanes of 160 mm as fit; null if nothing fits. */
function chooseLanes({ slittingPattern, widthMm }: WaitingJumbo): LaneGroup[] | null {
  const limits = toSlitLimits(defaultSlitterLimits, widthMm)
  const defaultLanes = [
    {
      width: DEFAULT_LANE_MM,
      count: Math.min(limits.knives - 1, Math.floor((widthMm - limits.minTrim) / DEFAULT_LANE_MM)),
    },
  ]
  return (
    [slittingPattern ? parseSlittingPattern(slittingPattern) : null, defaultLanes].find(
      (lanes) => lanes && findSlittingPatternProblems(lanes, limits).length === 0,
    ) ?? null
  )
}
