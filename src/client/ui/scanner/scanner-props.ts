/** Origin of a code: the live camera, a chosen picture, or typed. */
export type CodeSource = 'camera' | 'photo' | 'manual'
/** Returns true if the person stands at the code: a picture may be old and a code can be typed anywhere. */
export const isScanned = (source: CodeSource): boolean => source === 'camera'
/** Parses the code source in the address that a scan led to. */
export const parseCodeSource = (text: string | null): CodeSource =>
  text === 'manual' || text === 'photo' ? text : 'camera'

/** Text why a code was rejected; empty if it was accepted. */
export type CodeRefusal = string | null | void

export type ScannerProps = {
  /**
   * Called with every code; the scanner stays open until its parent component unmounts it. A rejection is displayed, and
   * a typed code stays for correction.
   */
  onCode: (text: string, source: CodeSource) => CodeRefusal | Promise<CodeRefusal>
  onClose: () => void
  /** Replaces the hint "hold the code inside the frame". */
  hint?: string
}
