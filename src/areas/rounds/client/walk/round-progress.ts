import { collectFindings, findOpenPoints, determinePresence } from '@/areas/rounds/rules/check-point'
import { toPointAnswer, type RecordedAnswer } from './recorded-answer'
import type { WalkPoint } from './walk-points'

/** State of a point; `found`: answered with findings. */
export type PointState = 'open' | 'ok' | 'found' | 'skipped'
export interface RoundProgress {
  /** Number of points answered or skipped. */
  readonly doneCount: number
  readonly totalCount: number
  readonly pointStates: ReadonlyMap<string, PointState>
  readonly findings: ReturnType<typeof collectFindings>
  /** First open point in the order of the route. */
  readonly nextPoint: WalkPoint | null
}
/** Calculates the progress of a round. The server applies the same rule to decide if points are still open. */
export function calculateRoundProgress(
  points: readonly WalkPoint[],
  answers: ReadonlyMap<string, RecordedAnswer>,
): RoundProgress {
  const checkPoints = points.map((point) => point.checkPoint)
  const pointAnswers = points.flatMap((point) => {
    const answer = answers.get(point.key)
    return answer ? [toPointAnswer(point, answer)] : []
  })
  const openKeys = new Set(findOpenPoints(checkPoints, pointAnswers).map(({ pointKey }) => pointKey))
  const roundFindings = collectFindings(checkPoints, pointAnswers)
  const getPointState = (key: string): PointState => {
    if (openKeys.has(key)) return 'open'
    if (answers.get(key)?.state === 'skipped') return 'skipped'
    return roundFindings.some((finding) => finding.pointKey === key) ? 'found' : 'ok'
  }
  const pointStates = new Map(points.map(({ key }) => [key, getPointState(key)]))
  return {
    doneCount: points.length - openKeys.size,
    totalCount: points.length,
    pointStates,
    findings: roundFindings,
    nextPoint: points.find(({ key }) => openKeys.has(key)) ?? null,
  }
}

/**
 * Finds the point that a code belongs to, and the kind of presence that the code proves there. If several points share
 * a machine, returns the first open one.
 */
export function findPointByCode(
  points: readonly WalkPoint[],
  text: string,
  enteredBy: 'scanner' | 'hand',
  isOpen: (key: string) => boolean = () => true,
): { point: WalkPoint; presence: 'scanned' | 'byHand' } | null {
  const matches = points.flatMap((point) => {
    const presence = determinePresence(point.checkPoint, text, enteredBy)
    return presence === 'wrong' ? [] : [{ point, presence }]
  })
  return matches.find(({ point }) => isOpen(point.key)) ?? matches[0] ?? null
}
