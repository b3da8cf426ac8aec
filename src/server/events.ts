import type { Context } from './context'
import type { KitContext } from './crud/operations'

type FieldsTold<P> = { readonly [K in keyof P]-?: string }
/** Something that happened. It is published to every listening area within the transaction in which it happened. */
export interface Event<P> {
  readonly name: string
  /** When it is published, in one sentence for the API documents. */
  readonly when: string
  /** Description of each payload field, in a few words for the API documents. */
  readonly fields: FieldsTold<P>
  /** Carries the type; never present. */
  readonly payload?: P
}
/** Something that an area must know and only an area above it can answer. Exactly one area answers. */
export interface Question<P, A> {
  readonly name: string
  readonly asks: string
  readonly type?: (payload: P) => A
}
export interface Listener {
  readonly event: string
  readonly run: (ctx: Context, payload: unknown) => Promise<unknown>
}
export interface Answerer {
  readonly question: string
  readonly run: (ctx: Context, payload: unknown) => Promise<unknown>
}

/** Defines an event. @param when one sentence for the API documents @param fields description of each payload field */
export const defineEvent = <P>(name: string, when: string, fields: FieldsTold<P>): Event<P> => ({ name, when, fields })
/** Defines a question. @param asks one sentence for the API documents */
export const defineQuestion = <P, A>(name: string, asks: string): Question<P, A> => ({ name, asks })
/**
 * Registers a listener for an event; listed in `defineServer`. An error it throws rolls back the publishing
 * transaction.
 */
export const on = <P>(event: Event<P>, run: (ctx: Context, payload: P) => Promise<unknown>): Listener => ({
  event: event.name,
  run: run as Listener['run'],
})
/** Registers the answer to a question; listed in `defineServer`. */
export const answers = <P, A>(question: Question<P, A>, run: (ctx: Context, payload: P) => Promise<A>): Answerer => ({
  question: question.name,
  run: run as Answerer['run'],
})

/** Publishes an event to all listeners, lowest layer first, one after the other. */
export async function tell<P>(ctx: Context, event: Event<P>, payload: P): Promise<void> {
  for (const { run } of (ctx as KitContext).app.listeners.get(event.name) ?? []) await run(ctx, payload)
}
/** Asks the area that answers the question. @throws Error if none does; the server refuses to start in that case */
export async function ask<P, A>(ctx: Context, question: Question<P, A>, payload: P): Promise<A> {
  const known = (ctx as KitContext).app.answerers.get(question.name)
  if (!known) throw new Error(`nobody answers ${question.name}`)
  return (await known.run(ctx, payload)) as A
}
