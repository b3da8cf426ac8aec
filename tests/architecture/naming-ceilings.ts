export type Rule =
  | 'exported functions without a verb'
  | 'functions that end in Of'
  | 'names exported by several files'
  | 'vague names'
  | 'vague types'
  | 'vague constants'
  | 'vague options'
  | 'vague file names'
  | 'long comments'
  | 'short files'

/** How many offences of each rule there are. A ceiling may only fall; the goal is 0 (350 for short files). */
export const ceilings: Readonly<Record<Rule, number>> = {
  'exported functions without a verb': 0,
  'functions that end in Of': 0,
  'names exported by several files': 0,
  'vague names': 198,
  'vague types': 0,
  'vague constants': 0,
  'vague options': 13,
  'vague file names': 0,
  'long comments': 0,
  'short files': 627,
}
/** Names that several files may export, each with its reason. */
export const allowed: { readonly exports: ReadonlyMap<string, string> } = {
  exports: new Map([]),
}
