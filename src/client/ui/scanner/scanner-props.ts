/** How a code came in: read from what is before the camera, from a picture that was chosen, or typed. */
export type CodeSource = 'camera' | 'photo' | 'manual'
/** Whether who has the code stands before it: a picture may be of yesterday, and what is typed of anywhere. */
export const isScanned = (how: CodeSource): boolean => how === 'camera'
/** The same as it stands in an address that a scan has led to. */
export const sourceSaid = (how: string | null): CodeSource => (how === 'manual' || how === 'photo' ? how : 'camera')

/** Why a code was not taken, in words; nothing when it was. */
export type CodeRefusal = string | null | void

export type ScannerProps = {
  /**
   * Every code read; the scanner stays open for the next one until its owner takes it away. What was not taken is said here,
   * and what was typed stays, to be mended.
   */
  onCode: (text: string, how: CodeSource) => CodeRefusal | Promise<CodeRefusal>
  onClose: () => void
  /** What to scan, in place of "hold the code inside the frame". */
  hint?: string
}
