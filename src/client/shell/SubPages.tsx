import { Suspense, type ReactNode } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'
import { SkeletonList } from '../ui/Skeleton'

/**
 * Routes of a menu page with subpages, by the rest of the path; '' is the page itself. Any other path leads to the 404
 * page.
 */
export function SubPages({ pages }: { pages: Readonly<Record<string, ReactNode>> & { readonly '': ReactNode } }) {
  return (
    <Suspense
      fallback={
        <div className="pad">
          <SkeletonList />
        </div>
      }
    >
      <Routes>
        {Object.entries(pages).map(([path, page]) => (
          <Route key={path} {...(path ? { path } : { index: true })} element={page} />
        ))}
        <Route path="*" element={<Navigate to="/error_page/404" replace />} />
      </Routes>
    </Suspense>
  )
}
