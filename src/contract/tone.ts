/** Meaning of a state for the person: fine, check it, wrong, in progress, waiting for someone, idle. */
export type Tone = 'ok' | 'warn' | 'bad' | 'active' | 'wait' | 'idle'
/** A tone for every option; a forgotten one does not compile. */
export type Tones<Option extends string> = Readonly<Record<Option, Tone>>
