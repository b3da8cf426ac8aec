import { Suspense, type ReactNode } from 'react'
import { SkeletonDetail } from './Skeleton'

/** Around what is loaded when it is first shown: the shape of a detail stands there until then. */
export function Later({ children }: { children: ReactNode }) {
  return (
    <Suspense
      fallback={
        <div className="pad">
          <SkeletonDetail />
        </div>
      }
    >
      {children}
    </Suspense>
  )
}
