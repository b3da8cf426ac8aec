/** Origin of a code: the live camera, a chosen picture, or typed. */
export type CodeSource = 'camera' | 'photo' | 'manual'
/**
 * True if the live camera read the code, which proves that the person is at the label. A photo may be old, and a code
 * can be typed anywhere.
 */
export const isLiveScan = (source: CodeSource): boolean => source === 'camera'
/** Parses the code source from the address that the scanner opened. */
export const parseCodeSource = (text: string | null): CodeSource =>
  text === 'manual' || text === 'photo' ? text : 'camera'

/** Reason for rejecting a code, displayed to the user; empty if the code was accepted. */
export type CodeRefusal = string | null | void

export type ScannerProps = {
  /**
   * Called with every code; the scanner stays open until its parent component unmounts it. If it returns a reason, the
   * scanner displays the reason and keeps a typed code for correction.
   */
  onCode: (text: string, source: CodeSource) => CodeRefusal | Promise<CodeRefusal>
  onClose: () => void
  /** Replaces the hint "hold the code inside the frame". */
  hint?: string
  /** Accepts only codes of the live camera: offers neither a code field nor a picture. */
  liveOnly?: boolean
}
