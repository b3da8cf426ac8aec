import { useCallback, useMemo, useState } from 'react'
import type { OutboxPhoto, UnsentCommand } from '@/client/api/phone'
import { useCommand } from '@/client/api/use-command'
import { useList, useRow, useUnsentCommands } from '@/client/api/use-list'
import { getPlantMoment } from '@/client/clock'
import { equipment } from '@/areas/equipment/contract/equipment'
import { answerPoint, finishRound, startRound } from '@/areas/rounds/contract/round-commands'
import { inspectionResult, inspectionRound } from '@/areas/rounds/contract/inspection-round'
import { buildWalkPoints, type AnswerInput, type Round, type WalkPoint } from './walk-points'
import { calculateRoundProgress, type RoundProgress } from './round-progress'
import { buildAnswerFromInput, buildAnswerFromResult, type RecordedAnswer } from './recorded-answer'
import { shouldReplaceAnswer } from '@/areas/rounds/rules/inspection-round'

/** A round with its points, its answers and the commands of a walk. */
export interface Walk {
  round: Round | null
  points: WalkPoint[]
  /** The effective answer of each point, by point key. */
  answers: ReadonlyMap<string, RecordedAnswer>
  /** All answers of each point, by point key; the effective one comes first. */
  answerHistory: ReadonlyMap<string, readonly RecordedAnswer[]>
  progress: RoundProgress
  refs: Record<string, string>
  isLoading: boolean
  /** True while machines and earlier answers are loading, so the displayed points may still change. */
  isLoadingDetails: boolean
  error: Error | null
  refetch: () => void
  /** Resolves to true if the round was started. */
  start: () => Promise<boolean>
  /** Resolves to true if the answer was saved. */
  answer: (body: AnswerInput, photos: readonly OutboxPhoto[], draftKey?: string) => Promise<boolean>
  /** Resolves to true if the round was finished. */
  finish: (note: string, savedMessage: string) => Promise<boolean>
  isBusy: boolean
}

/** Loads a round with all its answers: from the server, from the outbox, and those just given on this page. */
export function useWalk(roundId: string): Walk {
  const { row, refs, isLoading, error, refetch } = useRow(inspectionRound, roundId)
  const round = row as Round | null
  const machineIds = useMemo(
    () => [...new Set(round?.points.map((point) => point.equipmentId) ?? [])].join(','),
    [round],
  )
  const machines = useList(equipment, { id: machineIds, size: 200 }, { enabled: machineIds !== '' })
  // A change of the round also reloads its results.
  const results = useList(inspectionResult, { roundId, size: 500 }, { furtherResources: ['inspectionRound'] })
  const localAnswers = useLocalAnswers(roundId)
  const points = useMemo(() => (round ? buildWalkPoints(round, machines.rows) : []), [round, machines.rows])
  const answerHistory = useMemo(
    () =>
      groupAnswersByPoint(
        localAnswers.unsentAnswers,
        results.rows.map(buildAnswerFromResult),
        localAnswers.pageAnswers,
      ),
    [localAnswers.unsentAnswers, results.rows, localAnswers.pageAnswers],
  )
  const answers = useMemo(
    () => new Map([...answerHistory].map(([key, [effectiveAnswer]]) => [key, effectiveAnswer!])),
    [answerHistory],
  )
  const progress = useMemo(() => calculateRoundProgress(points, answers), [points, answers])
  const commands = useWalkCommands(roundId, round?.version, localAnswers.addAnswer)
  return {
    round,
    points,
    answers,
    answerHistory,
    progress,
    refs: { ...refs, ...results.refs },
    isLoading,
    isLoadingDetails: machines.isLoading || results.isLoading,
    error,
    refetch,
    ...commands,
  }
}

/**
 * Returns the answers of this phone that the list of results may not contain yet. `unsentAnswers` are in the outbox.
 * `pageAnswers` were given on this page and bridge the time until the outbox is read again.
 */
function useLocalAnswers(roundId: string) {
  const unsentCommands = useUnsentCommands()
  const [pageAnswers, setPageAnswers] = useState<{ roundId: string; answers: readonly RecordedAnswer[] }>({
    roundId,
    answers: [],
  })
  if (pageAnswers.roundId !== roundId) setPageAnswers({ roundId, answers: [] })
  const unsentAnswers = useMemo(
    () =>
      unsentCommands.flatMap((command) =>
        command.op === answerPoint.name && command.body['roundId'] === roundId ? [buildAnswerFromUnsent(command)] : [],
      ),
    [unsentCommands, roundId],
  )
  const addAnswer = useCallback(
    (body: AnswerInput) =>
      setPageAnswers((current) => ({
        ...current,
        answers: [...current.answers, { ...buildAnswerFromInput(body), isUnsent: false }],
      })),
    [],
  )
  return { unsentAnswers, pageAnswers: pageAnswers.answers, addAnswer }
}

/** The three commands of a walk; each goes through the outbox. */
function useWalkCommands(roundId: string, version: number | undefined, onAnswered: (body: AnswerInput) => void) {
  const startCommand = useCommand(startRound)
  const answerCommand = useCommand(answerPoint)
  const finishCommand = useCommand(finishRound)
  const start = useCallback(async () => {
    // The version tells the server which changes of others this phone had seen at the start.
    const versionOption = version === undefined ? {} : { baseVersion: version }
    return (await startCommand.run({ roundId }, { ...versionOption, savedMessage: null })) !== null
  }, [startCommand, roundId, version])
  const answer = useCallback(
    async (body: AnswerInput, photos: readonly OutboxPhoto[], draftKey?: string) => {
      const options = { photos, savedMessage: null, ...(draftKey ? { draftKey } : {}) }
      const isSaved = (await answerCommand.run(body, options)) !== null
      if (isSaved) onAnswered(body)
      return isSaved
    },
    [answerCommand, onAnswered],
  )
  const finish = useCallback(
    async (note: string, savedMessage: string) => {
      const input = { roundId, finishedAt: getPlantMoment(), ...(note.trim() ? { note: note.trim() } : {}) }
      return (await finishCommand.run(input, { savedMessage })) !== null
    },
    [finishCommand, roundId],
  )
  return { start, answer, finish, isBusy: startCommand.busy || finishCommand.busy }
}

/** Converts an outbox command, either waiting or refused by the server, to an answer. */
function buildAnswerFromUnsent({ id, state, body }: Pick<UnsentCommand, 'id' | 'state' | 'body'>): RecordedAnswer {
  const answer = buildAnswerFromInput(body as AnswerInput)
  return state === 'attention' ? { ...answer, isUnsent: false, refusedCommandId: id } : answer
}

/**
 * Groups answers by point key. The effective answer comes first, followed by those it replaced. An answer that is in
 * several lists is taken from the first of them.
 */
export function groupAnswersByPoint(...lists: readonly (readonly RecordedAnswer[])[]): Map<string, RecordedAnswer[]> {
  const answersById = new Map<string, RecordedAnswer>()
  for (const answer of lists.flat()) if (!answersById.has(answer.id)) answersById.set(answer.id, answer)
  const answersByKey = new Map<string, RecordedAnswer[]>()
  for (const answer of answersById.values())
    answersByKey.set(answer.pointKey, [answer, ...(answersByKey.get(answer.pointKey) ?? [])])
  for (const answers of answersByKey.values()) answers.sort(compareEffectiveFirst)
  return answersByKey
}

/** Compares answers of a point: the effective one first. Answers that replace each other are equal. */
function compareEffectiveFirst(a: RecordedAnswer, b: RecordedAnswer): number {
  if (!shouldReplaceAnswer(a, b)) return 1
  return shouldReplaceAnswer(b, a) ? 0 : -1
}
/** Returns the effective answer of each point, by point key. */
export const getEffectiveAnswers = (...lists: readonly (readonly RecordedAnswer[])[]): Map<string, RecordedAnswer> =>
  new Map([...groupAnswersByPoint(...lists)].map(([key, [effectiveAnswer]]) => [key, effectiveAnswer!]))
