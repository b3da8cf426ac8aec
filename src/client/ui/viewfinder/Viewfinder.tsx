import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../Button'
import { CameraIcon, CloseIcon, RetryIcon, TorchIcon } from '../icons'
import type { CameraState } from './use-camera'
import './viewfinder.css'

export type ViewfinderProps = {
  camera: CameraState
  title: string
  onClose: () => void
  /** Overlay on the picture: the frame, the shutter. */
  children?: ReactNode
}

/** Live camera picture with close and torch buttons; without a picture it shows the reason and what to do. */
export function Viewfinder({ camera, title, onClose, children }: ViewfinderProps) {
  const { t } = useTranslation('client')
  const { status, torch, video, retry } = camera
  const fault = status === 'starting' || status === 'live' ? null : status
  // A page without https has the title of a failed camera, but its own advice.
  const titleKey = fault === 'insecure' ? 'failed' : fault
  return (
    <div className="ui-viewfinder" data-status={status}>
      <video ref={video} muted playsInline aria-label={title} />
      {status === 'starting' && <output className="ui-viewfinder-note">{t('ui.camera.starting')}</output>}
      {titleKey && (
        <div className="ui-viewfinder-fault" role="alert">
          <CameraIcon size={32} />
          <h2>{t(`ui.camera.${titleKey}`)}</h2>
          <p>{t(status === 'insecure' ? 'ui.photoError.insecure' : `ui.camera.${titleKey}Next`)}</p>
          {status !== 'insecure' && (
            <Button onClick={retry} icon={<RetryIcon size={20} />}>
              {t('ui.error.retry')}
            </Button>
          )}
        </div>
      )}
      {status === 'live' && children}
      <div className="ui-viewfinder-bar">
        <Button aria-label={t('ui.close')} onClick={onClose} icon={<CloseIcon />} />
        {torch && (
          <Button
            aria-label={t(torch.isOn ? 'ui.scanner.torchOff' : 'ui.scanner.torchOn')}
            aria-pressed={torch.isOn}
            onClick={torch.toggle}
            icon={<TorchIcon />}
          />
        )}
      </div>
    </div>
  )
}
