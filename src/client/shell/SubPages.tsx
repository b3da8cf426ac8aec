import { Suspense, type ReactNode } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'
import { SkeletonList } from '../ui/Skeleton'

/** A page of the menu with pages below its address, by the rest of it; '' is the page itself. Any other address is no page. */
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
