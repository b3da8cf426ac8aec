import type { AreaServer } from '../area'

/** An event as the documents show it. */
export interface EventDoc {
  readonly name: string
  /** When it is told. */
  readonly when: string
  readonly fields: Readonly<Record<string, string>>
  /** Areas that listen, in the order in which they are told. */
  readonly listeners: readonly string[]
}
/** A question as the documents show it. */
export interface QuestionDoc {
  readonly name: string
  readonly asks: string
  readonly askedBy: readonly string[]
  readonly answeredBy: string
}

/** Every event that an area declares. @throws when one is declared twice, or somebody listens to one that nobody declares */
export function eventsOf(areas: readonly AreaServer[]): EventDoc[] {
  const declared = areas.flatMap((area) => area.events)
  const names = new Set(declared.map(({ name }) => name))
  if (names.size !== declared.length) throw new Error('an event is declared twice')
  const unknown = areas.flatMap((area) => area.listeners).filter(({ event }) => !names.has(event))
  if (unknown.length) throw new Error(`nobody declares ${unknown.map(({ event }) => event).join(', ')}`)
  return declared.map(({ name, when, fields }) => ({
    name,
    when,
    fields,
    listeners: areasWith(areas, (area) => area.listeners.some(({ event }) => event === name)),
  }))
}
/** Every question that an area asks. That somebody answers each is checked where they are bound. */
export function questionsOf(areas: readonly AreaServer[]): QuestionDoc[] {
  const asked = new Map(areas.flatMap((area) => area.questions).map((question) => [question.name, question]))
  return [...asked.values()].map(({ name, asks }) => ({
    name,
    asks,
    askedBy: areasWith(areas, (area) => area.questions.some((question) => question.name === name)),
    answeredBy: areasWith(areas, (area) => area.answerers.some(({ question }) => question === name)).join(),
  }))
}
const areasWith = (areas: readonly AreaServer[], has: (area: AreaServer) => boolean): string[] =>
  areas.filter(has).map(({ contract }) => contract.name)
