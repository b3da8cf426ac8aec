import { createElement, Suspense, type ReactNode } from 'react'
import type { RowValueProps } from '@/client/area'
import { getRowValueComponent } from '@/client/area-registry'
import type { ListRow } from '@/client/resource/build-columns'

/** Latest value of a meter: the stored reading, or a newer one that the meter transmitted. */
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
    // The component type is stable, because areas are registered before the first render.
    <Suspense fallback={own}>
      {createElement(Newer, { id: of.id, part, validUntil: known, fallback: own, ...(onNewer ? { onNewer } : {}) })}
    </Suspense>
  )
}
