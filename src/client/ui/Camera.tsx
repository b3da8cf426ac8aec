import { lazy, Suspense } from 'react'
import type { CameraProps } from './camera/camera-props'

export type { CameraProps } from './camera/camera-props'
export { PhotoError, type Photo, type PhotoFault } from './camera/photo'

const CameraScreen = lazy(() => import('./camera/CameraScreen'))

/** The whole-screen camera inside the page: low-memory phones end a page behind the native camera. Mount it to open. */
export function Camera(props: CameraProps) {
  return (
    <Suspense>
      <CameraScreen {...props} />
    </Suspense>
  )
}
