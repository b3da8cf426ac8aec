import { configureGlobal } from 'fast-check'

// Every run generates the same cases, so that no build fails on an unrelated change. Only the long run searches with new cases.
if (!process.env['LONG']) configureGlobal({ seed: 20_261_120 })
