import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import { ping } from '@/contract/kit'
import { callEndpoint } from '../api/call-endpoint'
import { Banner } from '../ui/Notice'
import { ProgressMeter } from '../ui/ProgressIndicator'
import { usePlantZone } from '../session/plant-zone'
import { formatDay } from '../format/time'
import { waitUntilIdle } from './app-settling'

const POLL_INTERVAL_MS = 5_000

type HistoryProgress = Pick<EndpointOutput<typeof ping>, 'historyFrom' | 'historyPercent'>

/**
 * Shows how much of the demo's history is loaded, until the history is complete. The server of a real plant never
 * reports a loading history.
 */
export function HistoryBanner() {
  const [progress, setProgress] = useState<HistoryProgress | null>(null)
  useEffect(() => {
    let isUnmounted = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const poll = async (): Promise<void> => {
      const answer = await callEndpoint(ping, {}, { quiet: true })
      if (isUnmounted) return
      setProgress(answer)
      if (answer.historyPercent !== null) timer = setTimeout(startPolling, POLL_INTERVAL_MS)
    }
    // The sync indicator reports an unreachable server; the next page load asks again.
    const startPolling = (): void => {
      poll().catch(() => {
        if (!isUnmounted) setProgress(null)
      })
    }
    void waitUntilIdle().then(() => {
      if (!isUnmounted) startPolling()
    })
    return () => {
      isUnmounted = true
      clearTimeout(timer)
    }
  }, [])
  if (typeof progress?.historyPercent !== 'number' || !progress.historyFrom) return null
  return <HistoryProgressBar from={progress.historyFrom} percent={progress.historyPercent} />
}

function HistoryProgressBar({ from, percent }: { from: string; percent: number }) {
  const { t } = useTranslation('client')
  const zone = usePlantZone()
  const text = t('shell.historyLoading', { from: formatDay(from, zone), percent })
  return (
    <Banner extra={<ProgressMeter label={text} value={percent} max={100} className="history-meter" />}>{text}</Banner>
  )
}
