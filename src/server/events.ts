import type { Context } from './context'
import type { AppContext } from './crud/operations'

type FieldDescriptions<P> = { readonly [K in keyof P]-?: string }
/** An event, which is published to every listening area within the transaction of the change that causes it. */
export interface AreaEvent<P> {
  readonly name: string
  /** When it is published, in one sentence for the API documents. */
  readonly when: string
  /** Description of each payload field, in a few words for the API documents. */
  readonly fields: FieldDescriptions<P>
  /** Carries the type; never present. */
  readonly payload?: P
}
/** A question that an area asks and that only an area above it can answer. Exactly one area answers. */
export interface AreaQuestion<P, A> {
  readonly name: string
  /** One sentence for the API documents. */
  readonly asks: string
  /** Carries the types of payload and answer; never present. */
  readonly type?: (payload: P) => A
}
/** An area's reaction to an event; see `listenTo`. */
export interface AreaEventListener {
  readonly event: string
  readonly run: (ctx: Context, payload: unknown) => Promise<unknown>
}
/** An area's answer to a question; see `answerQuestion`. */
export interface QuestionAnswerer {
  readonly question: string
  readonly run: (ctx: Context, payload: unknown) => Promise<unknown>
}

/** Defines an event. @param when one sentence for the API documents @param fields description of each payload field */
export const defineEvent = <P>(name: string, when: string, fields: FieldDescriptions<P>): AreaEvent<P> => ({
  name,
  when,
  fields,
})
/** Defines a question. @param asks one sentence for the API documents */
export const defineQuestion = <P, A>(name: string, asks: string): AreaQuestion<P, A> => ({ name, asks })
/**
 * Registers a listener for an event, for `defineServer`. An error of the listener rolls back the publishing transaction.
 */
export const listenTo = <P>(
  event: AreaEvent<P>,
  run: (ctx: Context, payload: P) => Promise<unknown>,
): AreaEventListener => ({
  event: event.name,
  run: run as AreaEventListener['run'],
})
/** Registers the answer to a question, for `defineServer`. */
export const answerQuestion = <P, A>(
  question: AreaQuestion<P, A>,
  run: (ctx: Context, payload: P) => Promise<A>,
): QuestionAnswerer => ({
  question: question.name,
  run: run as QuestionAnswerer['run'],
})

/** Publishes an event to all listeners, lowest layer first, one after the other. */
export async function publishEvent<P>(ctx: Context, event: AreaEvent<P>, payload: P): Promise<void> {
  for (const { run } of (ctx as AppContext).app.listeners.get(event.name) ?? []) await run(ctx, payload)
}
/** Asks the area that answers the question. @throws Error if none does; the server refuses to start in that case */
export async function askQuestion<P, A>(ctx: Context, question: AreaQuestion<P, A>, payload: P): Promise<A> {
  const answerer = (ctx as AppContext).app.answerers.get(question.name)
  if (!answerer) throw new Error(`nobody answers ${question.name}`)
  return (await answerer.run(ctx, payload)) as A
}
