/** Rows that a call wrote, told once at its end to the areas that keep something of them. */
import type { Resource } from '@/contract/resource'
import type { Context } from '../context'
import { resolveOccurredAt } from '../entered-moments'

/** Keeps something of rows as they change. Named in `defineServer`. */
export interface Follower {
  /** Resources by name, with the fields whose change counts. */
  readonly of: ReadonlyMap<string, readonly string[]>
  /** Called once for each call that wrote any of them, in its transaction, with each row once however often it was written. */
  readonly run: (ctx: Context, written: WrittenIds, at: string) => Promise<unknown>
}
/** Ids by resource; none where no row of it was written. @param at when it happened, ISO */
export type WrittenIds = (resource: Pick<Resource, 'name'>) => readonly string[]

/** Follows some fields of a resource. */
export const fieldsOf = <R extends Resource>(
  resource: R,
  ...fields: readonly (keyof R['fields'] & string)[]
): readonly [string, readonly string[]] => [resource.name, fields]
/** Follows rows; what it throws undoes what was written. */
export const follow = (of: readonly (readonly [string, readonly string[]])[], run: Follower['run']): Follower => ({
  of: new Map(of),
  run,
})

/** What one call wrote so far. */
export class WrittenRows {
  readonly #ids = new Map<string, Set<string>>()
  #at: string | null = null
  constructor(private readonly followers: readonly Follower[]) {}

  /** Whether anybody follows the resource: its rows can't be written as one statement alone then. */
  follows(resource: string): boolean {
    return this.followers.some(({ of }) => of.has(resource))
  }
  /** @param changed the fields that changed; null of a row that is new or gone */
  note(resource: string, id: string, changed: readonly string[] | null): void {
    const counts = this.followers.some(({ of }) => {
      const fields = of.get(resource)
      return fields && (changed === null || changed.some((name) => fields.includes(name)))
    })
    if (!counts) return
    const ids = this.#ids.get(resource) ?? new Set()
    this.#ids.set(resource, ids.add(id))
  }
  /** Says when what the call writes happened, where that was entered. */
  happened(at: string): void {
    this.#at = at
  }
  /** Tells the followers. Called before the commit. */
  async tell(ctx: Context): Promise<void> {
    if (this.#ids.size === 0) return
    const ids = new Map([...this.#ids].map(([resource, each]) => [resource, [...each]]))
    this.#ids.clear()
    for (const { of, run } of this.followers) {
      const mine: WrittenIds = ({ name }) => (of.has(name) ? (ids.get(name) ?? []) : [])
      if ([...of.keys()].some((name) => ids.has(name))) await run(ctx, mine, this.#at ?? resolveOccurredAt(ctx))
    }
  }
}
/** A context that notes what is written. */
interface Noting {
  readonly writtenRows?: WrittenRows
}
/** After a row was written: kept lists fall, screens are told, followers hear of it. @param changed see `WrittenRows.note` */
export function wrote(
  ctx: Pick<Context, 'touch'> & Noting,
  { name }: Pick<Resource, 'name'>,
  id: string,
  changed: readonly string[] | null = null,
): void {
  ctx.touch(name)
  ctx.writtenRows?.note(name, id, changed)
}
/** Says when what this call writes happened. */
export const happens = (ctx: Context, at: string): void => (ctx as Context & Noting).writtenRows?.happened(at)
/** Runs the handler of a call and tells the followers what it wrote, before the commit. */
export async function toldToFollowers<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  const result = await work(ctx)
  await (ctx as Context & Noting).writtenRows?.tell(ctx)
  return result
}
