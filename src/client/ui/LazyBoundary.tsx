import { Suspense, type ReactNode } from 'react'
import { SkeletonDetail } from './Skeleton'

/** Suspense boundary for lazily loaded content, with a detail skeleton as fallback. */
export function LazyBoundary({ children }: { children: ReactNode }) {
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
