/** Origin of a code: the live camera, a chosen picture, or typed. */
export type CodeSource = 'camera' | 'photo' | 'manual'
/** Returns true if the person is at the code: a picture may be old and a code can be typed anywhere. */
export const isScanned = (how: CodeSource): boolean => how === 'camera'
/** Parses the code source in the address that a scan led to. */
export const parseCodeSource = (how: string | null): CodeSource =>
  how === 'manual' || how === 'photo' ? how : 'camera'

/** Text why a code was rejected; empty if it was accepted. */
export type CodeRefusal = string | null | void

export type ScannerProps = {
  /**
   * Called with every code; the scanner stays open until its owner unmounts it. A rejection is displayed, and a typed
   * code stays for correction.
   */
  onCode: (text: string, how: CodeSource) => CodeRefusal | Promise<CodeRefusal>
  onClose: () => void
  /** Replaces the hint "hold the code inside the frame". */
  hint?: string
}
