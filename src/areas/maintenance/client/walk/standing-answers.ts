import { replaces } from '@/areas/maintenance/rules/inspection-round'
import type { UnsentCommand } from '@/client/api/phone'
import { fromBody, type AnswerInput, type Answered } from './round-state'

/** An answer that is on this phone and not on the server: it waits, or came back. */
export function fromUnsent({ id, state, body }: Pick<UnsentCommand, 'id' | 'state' | 'body'>): Answered {
  const answer = fromBody(body as AnswerInput)
  return state === 'attention' ? { ...answer, pending: false, refused: id } : answer
}

/**
 * Of each point the answer that counts first, then those that it took the place of. The same answer known twice is taken from
 * the first list that has it.
 */
export function answersByPoint(...lists: readonly (readonly Answered[])[]): Map<string, Answered[]> {
  const byId = new Map<string, Answered>()
  for (const answer of lists.flat()) if (!byId.has(answer.id)) byId.set(answer.id, answer)
  const points = new Map<string, Answered[]>()
  for (const answer of byId.values()) points.set(answer.pointKey, [answer, ...(points.get(answer.pointKey) ?? [])])
  for (const answers of points.values()) answers.sort((a, b) => (replaces(a, b) ? (replaces(b, a) ? 0 : -1) : 1))
  return points
}

/** The answer that counts at each point. */
export const latest = (...lists: readonly (readonly Answered[])[]): Map<string, Answered> =>
  new Map([...answersByPoint(...lists)].map(([key, [standing]]) => [key, standing!]))
