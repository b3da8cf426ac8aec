import type { AreaServer } from '../area'

/** Documentation of an event. */
export interface EventDoc {
  readonly name: string
  /** Describes when the event is published. */
  readonly when: string
  readonly fields: Readonly<Record<string, string>>
  /** Listening areas, in the order in which they are called. */
  readonly listeners: readonly string[]
}
/** Documentation of a question between areas. */
export interface QuestionDoc {
  readonly name: string
  readonly asks: string
  readonly askedBy: readonly string[]
  readonly answeredBy: string
}

/** Describes all events declared by areas. @throws if one is declared twice, or an area listens to an undeclared one */
export function describeEvents(areas: readonly AreaServer[]): EventDoc[] {
  const events = areas.flatMap((area) => area.events)
  const names = new Set(events.map(({ name }) => name))
  if (names.size !== events.length) throw new Error('an event is declared twice')
  const undeclaredListeners = areas.flatMap((area) => area.listeners).filter(({ event }) => !names.has(event))
  if (undeclaredListeners.length)
    throw new Error(`nobody declares ${undeclaredListeners.map(({ event }) => event).join(', ')}`)
  return events.map(({ name, when, fields }) => ({
    name,
    when,
    fields,
    listeners: getAreaNames(areas, (area) => area.listeners.some(({ event }) => event === name)),
  }))
}
/** Describes all questions that areas ask. Missing answers are detected where questions are bound. */
export function describeQuestions(areas: readonly AreaServer[]): QuestionDoc[] {
  const questionsByName = new Map(areas.flatMap((area) => area.questions).map((question) => [question.name, question]))
  return [...questionsByName.values()].map(({ name, asks }) => ({
    name,
    asks,
    askedBy: getAreaNames(areas, (area) => area.questions.some((question) => question.name === name)),
    answeredBy: getAreaNames(areas, (area) => area.answerers.some(({ question }) => question === name)).join(),
  }))
}
const getAreaNames = (areas: readonly AreaServer[], isIncluded: (area: AreaServer) => boolean): string[] =>
  areas.filter(isIncluded).map(({ contract }) => contract.name)
