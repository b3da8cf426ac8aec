import { useCallback, useMemo, useState } from 'react'
import { getPhone } from '@/client/api/phone'
import { useCommand } from '@/client/api/use-command'
import { useList, useRow, useUnsentCommands } from '@/client/api/use-list'
import { equipment } from '@/areas/equipment/contract/equipment'
import { answerPoint, finishRound, startRound } from '@/areas/maintenance/contract/round-calls'
import { inspectionResult, inspectionRound } from '@/areas/maintenance/contract/inspection-round'
import type { OutboxPhoto } from '@/client/api/phone'
import {
  fromBody,
  fromResult,
  progressOf,
  walkPoints,
  type Answered,
  type AnswerInput,
  type Progress,
  type Round,
  type WalkPoint,
} from './round-state'
import { answersByPoint, fromUnsent } from './standing-answers'

/** A round with its points, its answers and the commands of a walk. */
export interface Walk {
  round: Round | null
  points: WalkPoint[]
  /** The effective answer of each point, by point key. */
  answers: ReadonlyMap<string, Answered>
  /** All answers of each point, by point key; the effective one comes first. */
  given: ReadonlyMap<string, readonly Answered[]>
  progress: Progress
  refs: Record<string, string>
  isLoading: boolean
  /** True while machines and earlier answers are loading, so the displayed points may still change. */
  isReading: boolean
  error: Error | null
  again: () => void
  start: () => Promise<void>
  answer: (body: AnswerInput, photos: readonly OutboxPhoto[], pointDraft?: string) => Promise<void>
  finish: (note: string) => Promise<{ queued: boolean; id?: string }>
}

/** Loads a round with all its answers: from the server, from the outbox, and those just given on this page. */
export function useWalk(roundId: string): Walk {
  const { row, refs, isLoading, error, again } = useRow(inspectionRound, roundId)
  const round = row as Round | null
  const ids = useMemo(() => [...new Set(round?.points.map((point) => point.equipmentId) ?? [])].join(','), [round])
  const machines = useList(equipment, { id: ids, size: 200 }, ids !== '')
  const results = useList(inspectionResult, { roundId, size: 500 }, true, ['inspectionRound'])
  const own = useOwnAnswers(roundId)
  const points = useMemo(() => (round ? walkPoints(round, machines.rows) : []), [round, machines.rows])
  const given = useMemo(
    () => answersByPoint(own.unsent, results.rows.map(fromResult), own.fresh),
    [own.unsent, results.rows, own.fresh],
  )
  const answers = useMemo(() => new Map([...given].map(([key, [standing]]) => [key, standing!])), [given])
  const progress = useMemo(() => progressOf(points, answers), [points, answers])
  const commands = useSteps(roundId, round?.version, own.add)
  return {
    round,
    points,
    answers,
    given,
    progress,
    refs: { ...refs, ...results.refs },
    isLoading,
    isReading: machines.isLoading || results.isLoading,
    error,
    again,
    ...commands,
  }
}

/**
 * Answers of this phone that the list of results may not contain yet: those in the outbox, and those of this page that
 * exist before the outbox is read again. An answer the server has accepted is overlaid on the list of results.
 */
function useOwnAnswers(roundId: string) {
  const items = useUnsentCommands()
  const [fresh, setFresh] = useState<{ roundId: string; answers: readonly Answered[] }>({ roundId, answers: [] })
  if (fresh.roundId !== roundId) setFresh({ roundId, answers: [] })
  const unsent = useMemo(
    () =>
      items.flatMap((item) =>
        item.op === answerPoint.name && item.body['roundId'] === roundId ? [fromUnsent(item)] : [],
      ),
    [items, roundId],
  )
  const add = useCallback(
    (body: AnswerInput) =>
      setFresh((now) => ({ ...now, answers: [...now.answers, { ...fromBody(body), pending: false }] })),
    [],
  )
  return { unsent, fresh: fresh.answers, add }
}

/** The three commands of a walk; each goes through the outbox. */
function useSteps(roundId: string, version: number | undefined, given: (body: AnswerInput) => void) {
  const begin = useCommand(startRound)
  const give = useCommand(answerPoint)
  const end = useCommand(finishRound)
  const start = useCallback(async () => {
    // The version tells the server which changes of others this phone had seen at the start.
    const seen = version === undefined ? {} : { baseVersion: version }
    await begin.run({ roundId, occurredAt: (await getPhone()).moment() }, seen)
  }, [begin, roundId, version])
  const answer = useCallback(
    async (body: AnswerInput, photos: readonly OutboxPhoto[], pointDraft?: string) => {
      await give.run(body, { photos, ...(pointDraft ? { draftKey: pointDraft } : {}) })
      given(body)
    },
    [give, given],
  )
  const finish = useCallback(
    async (note: string) =>
      end.run({ roundId, finishedAt: (await getPhone()).moment(), ...(note.trim() ? { note: note.trim() } : {}) }),
    [end, roundId],
  )
  return { start, answer, finish }
}
