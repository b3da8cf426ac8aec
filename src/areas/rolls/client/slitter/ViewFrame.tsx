import type { ReactNode } from 'react'
import { PageFrame } from '@/client/ui/PageFrame'

/** What every view of the slitter stands in: its name and choice above, the views, the one primary action below. */
export interface Frame {
  title: string
  tools: ReactNode
  tabs: ReactNode
}
export function ViewFrame({ frame, primary, children }: { frame: Frame; primary?: ReactNode; children: ReactNode }) {
  return (
    <PageFrame title={frame.title} tools={frame.tools} primary={primary} primaryStaysAtBottom>
      {frame.tabs}
      <div className="slitter">{children}</div>
    </PageFrame>
  )
}
