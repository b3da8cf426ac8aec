import { lazy, Suspense } from 'react'
import type { CameraProps } from './camera/photo'

export { PhotoError, type CameraProps, type Photo, type PhotoFault } from './camera/photo'

const CameraScreen = lazy(() => import('./camera/CameraScreen'))

/**
 * Full-screen camera inside the page, because low-memory phones kill a page behind the native camera app. Mount the
 * component to open the camera.
 */
export function CameraDialog(props: CameraProps) {
  return (
    <Suspense>
      <CameraScreen {...props} />
    </Suspense>
  )
}
