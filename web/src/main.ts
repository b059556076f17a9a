import './design.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { learnHouse } from './house.svelte';

const target = document.getElementById('page');
if (!target) throw new Error('The page has no element to be drawn in.');
// What stands there is for browsers in which this script does not run.
target.replaceChildren();
void learnHouse();
mount(App, { target });
