import { shouldReplaceAnswer } from '@/areas/maintenance/rules/inspection-round'
import type { UnsentCommand } from '@/client/api/phone'
import { buildAnswerFromInput, type AnswerInput, type RecordedAnswer } from './round-state'

/** Converts an outbox command, either waiting or refused by the server, to an answer. */
export function buildAnswerFromUnsent({
  id,
  state,
  body,
}: Pick<UnsentCommand, 'id' | 'state' | 'body'>): RecordedAnswer {
  const answer = buildAnswerFromInput(body as AnswerInput)
  return state === 'attention' ? { ...answer, pending: false, refused: id } : answer
}

/**
 * Groups answers by point key. The effective answer comes first, followed by those it replaced. An answer that is in
 * several lists is taken from the first of them.
 */
export function groupAnswersByPoint(...lists: readonly (readonly RecordedAnswer[])[]): Map<string, RecordedAnswer[]> {
  const byId = new Map<string, RecordedAnswer>()
  for (const answer of lists.flat()) if (!byId.has(answer.id)) byId.set(answer.id, answer)
  const answersByKey = new Map<string, RecordedAnswer[]>()
  for (const answer of byId.values())
    answersByKey.set(answer.pointKey, [answer, ...(answersByKey.get(answer.pointKey) ?? [])])
  for (const answers of answersByKey.values())
    answers.sort((a, b) => (shouldReplaceAnswer(a, b) ? (shouldReplaceAnswer(b, a) ? 0 : -1) : 1))
  return answersByKey
}

/** Returns the effective answer of each point, by point key. */
export const getEffectiveAnswers = (...lists: readonly (readonly RecordedAnswer[])[]): Map<string, RecordedAnswer> =>
  new Map([...groupAnswersByPoint(...lists)].map(([key, [effectiveAnswer]]) => [key, effectiveAnswer!]))
