/** Stylesheets read them as `@use "brand:tokens"`. Every text pair has a contrast of at least 4.5:1. */
export const light = {
  paper: '#fbf7ef',
  sheet: '#fffdf8',
  ink: '#1e2b26',
  muted: '#55635c',
  line: '#d9d0bf',
  control: '#877d6b',
  basil: '#2f6b4f',
  'basil-strong': '#24543e',
  'on-basil': '#ffffff',
  'basil-tint': '#e3eee4',
  tomato: '#b93a24',
  'tomato-strong': '#a3311d',
  'on-tomato': '#ffffff',
  'tomato-tint': '#fae3dc',
  saffron: '#f2b84b',
  'saffron-ink': '#7a5206',
  'saffron-tint': '#fbeccb',
  focus: '#1d5fae',
} as const;

export const dark: { readonly [name in keyof typeof light]: string } = {
  paper: '#13201b',
  sheet: '#1a2a24',
  ink: '#efe9da',
  muted: '#b0bbb2',
  line: '#34473f',
  control: '#75877d',
  basil: '#84c7a2',
  'basil-strong': '#a3d8ba',
  'on-basil': '#10201a',
  'basil-tint': '#21392f',
  tomato: '#f08a70',
  'tomato-strong': '#f6a48f',
  'on-tomato': '#2a0e07',
  'tomato-tint': '#41241c',
  saffron: '#f2b84b',
  'saffron-ink': '#f5cb7a',
  'saffron-tint': '#3b3018',
  focus: '#8ec1ff',
};

/** In rem. */
export const sizes = { small: 0.875, body: 1.0625, lead: 1.3125, title: 1.75, display: 2.75 } as const;
