import { lazy, Suspense } from 'react'
import type { ScannerProps } from './scanner/scanner-props'

export { isLiveScan, parseCodeSource } from './scanner/scanner-props'
export type { CodeRefusal, CodeSource, ScannerProps } from './scanner/scanner-props'
export { useHardwareScanner } from './scanner/use-hardware-scanner'

const ScannerScreen = lazy(() => import('./scanner/ScannerScreen'))

/** Full-screen scanner: camera, photo of a label, or typed code. Mount it to open, unmount it to close. */
export function ScannerDialog(props: ScannerProps) {
  return (
    <Suspense>
      <ScannerScreen {...props} />
    </Suspense>
  )
}
