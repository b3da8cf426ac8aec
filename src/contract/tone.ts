/** What a state means to the person: fine, look at it, wrong, going on, waiting for someone, at rest. */
export type Tone = 'ok' | 'warn' | 'bad' | 'active' | 'wait' | 'idle'
/** A tone for every option: one that is forgotten does not compile. */
export type Tones<Option extends string> = Readonly<Record<Option, Tone>>
