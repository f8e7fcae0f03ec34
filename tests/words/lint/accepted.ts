/** Words of the lists of textlint that are right here. */
export const acceptedStopWords: readonly string[] = [
  // Said of a form, a list and a month; as lawyers say it.
  'all of',
  'discharge',
  'enter in',
  'linked to',
  'no more than',
  'the month of',
];

/** Terms of textlint that we write otherwise: the legal pages say website, databases have indexes. */
export const acceptedTerms: readonly string[] = ['web[- ]?site(s)?', 'indexes\\b', 'style-?sheet(s)?'];

/** Right as they are: the names that a command or a file has, and what other programs say. */
export const acceptedTexts: readonly string[] = [
  'application/json',
  'ios or android',
  'Samsung Internet',
  'youtube youtubeurl',
  '“Webpage, HTML Only”',
  'Base64',
  'Client has encountered a connection error and is not queryable',
];
