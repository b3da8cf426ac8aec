import type { ManifestOptions } from 'vite-plugin-pwa'
import texts from '../client/locales/zh.json' with { type: 'json' }

const appTexts = texts.app
const sharedPhotos = { name: 'photos', accept: ['image/*'] }
/** The web app manifest: name, icons, shortcuts and the share target of the installed app. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: appTexts.name,
  short_name: appTexts.short,
  description: appTexts.description,
  lang: 'zh-CN',
  start_url: '/home',
  scope: '/',
  display: 'standalone',
  theme_color: '#0a5a9c',
  background_color: '#f4f5f6',
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
  screenshots: [
    { src: '/screenshot-phone.png', sizes: '780x1688', type: 'image/png', form_factor: 'narrow' },
    { src: '/screenshot-wide.png', sizes: '1440x900', type: 'image/png', form_factor: 'wide' },
  ],
  shortcuts: [
    { name: appTexts.shortcuts.scan, url: '/scan', icons: [{ src: '/icon-192.png', sizes: '192x192' }] },
    {
      name: appTexts.shortcuts.newRepair,
      url: '/activities/repairs?new=1',
      icons: [{ src: '/icon-192.png', sizes: '192x192' }],
    },
    {
      name: appTexts.shortcuts.myRound,
      url: '/activities/rounds?mine=1',
      icons: [{ src: '/icon-192.png', sizes: '192x192' }],
    },
  ],
  share_target: {
    action: '/share',
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { title: 'title', text: 'text', files: [sharedPhotos] },
  },
}
