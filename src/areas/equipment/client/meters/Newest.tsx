import { createElement, Suspense, type ReactNode } from 'react'
import type { RowValueProps } from '@/client/area'
import { getRowValueComponent } from '@/client/area-registry'
import type { ListRow } from '@/client/resource/build-columns'

/** What a meter showed last: as it was read by hand, or newer by itself. */
export function Newest({
  of,
  part,
  own,
  onNewer,
}: {
  of: ListRow
  part: RowValueProps['part']
  own: ReactNode
  onNewer?: RowValueProps['onNewer']
}) {
  const Newer = getRowValueComponent('meter')
  if (!Newer) return own
  const known = of['lastReadAt'] ? String(of['lastReadAt']) : null
  return (
    // Which component it is never changes: the areas are registered before anything is drawn.
    <Suspense fallback={own}>
      {createElement(Newer, { id: of.id, part, validUntil: known, fallback: own, ...(onNewer ? { onNewer } : {}) })}
    </Suspense>
  )
}
