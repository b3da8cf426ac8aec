import { replaces } from '@/areas/maintenance/rules/inspection-round'
import type { UnsentCommand } from '@/client/api/phone'
import { fromBody, type AnswerInput, type Answered } from './round-state'

/** Converts an outbox command, either waiting or refused by the server, to an answer. */
export function fromUnsent({ id, state, body }: Pick<UnsentCommand, 'id' | 'state' | 'body'>): Answered {
  const answer = fromBody(body as AnswerInput)
  return state === 'attention' ? { ...answer, pending: false, refused: id } : answer
}

/**
 * Groups answers by point key. The effective answer comes first, followed by those it replaced. An answer that is in
 * several lists is taken from the first of them.
 */
export function answersByPoint(...lists: readonly (readonly Answered[])[]): Map<string, Answered[]> {
  const byId = new Map<string, Answered>()
  for (const answer of lists.flat()) if (!byId.has(answer.id)) byId.set(answer.id, answer)
  const points = new Map<string, Answered[]>()
  for (const answer of byId.values()) points.set(answer.pointKey, [answer, ...(points.get(answer.pointKey) ?? [])])
  for (const answers of points.values()) answers.sort((a, b) => (replaces(a, b) ? (replaces(b, a) ? 0 : -1) : 1))
  return points
}

/** Returns the effective answer of each point, by point key. */
export const latest = (...lists: readonly (readonly Answered[])[]): Map<string, Answered> =>
  new Map([...answersByPoint(...lists)].map(([key, [standing]]) => [key, standing!]))
