import type { Context } from './context'
import type { KitContext } from './crud/operations'

type FieldsTold<P> = { readonly [K in keyof P]-?: string }
/** Something that happened, told to every area that listens, in the transaction in which it happened. */
export interface Event<P> {
  readonly name: string
  /** One sentence for the documents: when it is told. */
  readonly when: string
  /** What is told with it, each in a few words for the documents. */
  readonly fields: FieldsTold<P>
  /** Carries the type; never present. */
  readonly payload?: P
}
/** Something an area must know that only an area above it can tell. Exactly one answers. */
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

export const defineEvent = <P>(name: string, when: string, fields: FieldsTold<P>): Event<P> => ({ name, when, fields })
export const defineQuestion = <P, A>(name: string, asks: string): Question<P, A> => ({ name, asks })
/** Listens to an event; named in `defineServer`. What it throws undoes what was told. */
export const on = <P>(event: Event<P>, run: (ctx: Context, payload: P) => Promise<unknown>): Listener => ({
  event: event.name,
  run: run as Listener['run'],
})
/** Answers a question; named in `defineServer`. */
export const answers = <P, A>(question: Question<P, A>, run: (ctx: Context, payload: P) => Promise<A>): Answerer => ({
  question: question.name,
  run: run as Answerer['run'],
})

/** Tells an event to all who listen, from the ground up, one after the other. */
export async function tell<P>(ctx: Context, event: Event<P>, payload: P): Promise<void> {
  for (const { run } of (ctx as KitContext).app.listeners.get(event.name) ?? []) await run(ctx, payload)
}
/** Asks the one area that knows. @throws when none does: the server refuses to start without one */
export async function ask<P, A>(ctx: Context, question: Question<P, A>, payload: P): Promise<A> {
  const known = (ctx as KitContext).app.answerers.get(question.name)
  if (!known) throw new Error(`nobody answers ${question.name}`)
  return (await known.run(ctx, payload)) as A
}
