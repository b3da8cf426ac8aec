import type { Row } from '@/contract/resource'
import type { EndpointInput } from '@/contract/endpoint'
import type { CheckPoint } from '@/areas/rounds/rules/check-point'
import { toCheckPoints } from '@/areas/rounds/rules/inspection-plan-fields'
import type { answerPoint } from '@/areas/rounds/contract/round-commands'
import type { inspectionResult, inspectionRound } from '@/areas/rounds/contract/inspection-round'

export type Round = Row<typeof inspectionRound>
export type InspectionResultRow = Row<typeof inspectionResult>
export type AnswerInput = EndpointInput<typeof answerPoint>
export type RoundItem = Round['items'][number]

export interface RoundMachine {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly nameEn: string | null
}
/** A point of a round being walked; `checkPoint` is its representation in the rules. */
export interface WalkPoint {
  readonly key: string
  /** Position in the route, starting at 1. */
  readonly number: number
  readonly equipmentId: string
  readonly machine: RoundMachine | null
  readonly code: string
  readonly instruction: string | null
  readonly scanRequired: boolean
  readonly items: readonly RoundItem[]
  readonly checkPoint: CheckPoint
}

/**
 * Builds the points of a round in the order of the route. If a machine is not known here, its code stays empty and only
 * the point's own code proves presence.
 */
export function buildWalkPoints(
  round: Pick<Round, 'points' | 'items'>,
  machines: readonly RoundMachine[],
): WalkPoint[] {
  const machinesById = new Map(machines.map((machine) => [machine.id, machine]))
  const checkPoints = toCheckPoints(
    round.points,
    round.items,
    Object.fromEntries(machines.map(({ id, code }) => [id, code])),
  )
  return round.points.map((point, index) => ({
    key: point.key,
    number: index + 1,
    equipmentId: point.equipmentId,
    machine: machinesById.get(point.equipmentId) ?? null,
    code: point.code ?? machinesById.get(point.equipmentId)?.code ?? '',
    instruction: point.instruction,
    scanRequired: point.scanRequired ?? false,
    items: round.items.filter((item) => item.pointKey === point.key),
    checkPoint: checkPoints[index]!,
  }))
}
