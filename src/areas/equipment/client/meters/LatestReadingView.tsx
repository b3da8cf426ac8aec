import { createElement, Suspense, type ReactNode } from 'react'
import type { RowValueProps } from '@/client/area'
import { getRowValueComponent } from '@/client/area-registry'
import type { ListRow } from '@/client/resource/build-columns'

/** Latest value of a meter: the stored reading, or a newer one that the meter transmitted. */
export function LatestReadingView({
  row,
  part,
  storedValue,
  onNewer,
}: {
  row: ListRow
  part: RowValueProps['part']
  storedValue: ReactNode
  onNewer?: RowValueProps['onNewer']
}) {
  const RowValue = getRowValueComponent('meter')
  if (!RowValue) return storedValue
  const lastReadAt = row['lastReadAt'] ? String(row['lastReadAt']) : null
  return (
    // The component type is stable, because areas are registered before the first render.
    <Suspense fallback={storedValue}>
      {createElement(RowValue, {
        id: row.id,
        part,
        fallbackTime: lastReadAt,
        fallback: storedValue,
        ...(onNewer ? { onNewer } : {}),
      })}
    </Suspense>
  )
}
