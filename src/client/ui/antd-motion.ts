import '../antd'
import { reduceMotion, restoreMotion } from 'antd-mobile/es/utils/reduce-and-restore-motion'
import { watchReducedMotion } from './display-settings'

// antd-mobile animates by script, which the reduced-motion style sheet does not cover. Import this file before its
// animated components.
watchReducedMotion((reduced) => (reduced ? reduceMotion() : restoreMotion()))
